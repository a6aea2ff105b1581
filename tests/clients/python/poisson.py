"""Poisson's equation on a square, five points, solved by petsc4py: conjugate gradients with Jacobi's preconditioner on a DMDA."""
import petsc4py

petsc4py.init(["poisson.py", "-ksp_type", "cg", "-pc_type", "jacobi", "-ksp_rtol", "1e-10"])
from petsc4py import PETSc  # noqa: E402  (it reads the options of init)

POINTS = 65


def system(grid):
    matrix, right = grid.createMatrix(), grid.createGlobalVector()
    (x_begin, x_end), (y_begin, y_end) = grid.getRanges()
    here, there = PETSc.Mat.Stencil(), PETSc.Mat.Stencil()
    for y in range(y_begin, y_end):
        for x in range(x_begin, x_end):
            here.index = (x, y)
            matrix.setValueStencil(here, here, 4.0)
            for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if all(0 <= i < POINTS for i in beside):
                    there.index = beside
                    matrix.setValueStencil(here, there, -1.0)
    matrix.assemble()
    right.set(1.0 / (POINTS + 1) ** 2)
    return matrix, right


def main():
    grid = PETSc.DMDA().create([POINTS, POINTS], stencil_width=1)
    matrix, right = system(grid)
    solver = PETSc.KSP().create()
    solver.setOperators(matrix)
    solver.setFromOptions()
    solution = right.duplicate()
    solver.solve(right, solution)
    left = matrix.createVecLeft()
    matrix.mult(solution, left)
    left.axpy(-1.0, right)
    residual, norm, largest = left.norm() / right.norm(), solution.norm(), solution.max()[1]  # collective
    if grid.comm.rank == 0:
        print(f"{grid.comm.size} ranks, {solver.getType()} and {solver.getPC().getType()}: {solver.getIterationNumber()} iterations")
        print("residual is small" if residual < 1e-8 else f"residual {residual}")
        print(f"norm {norm:.12f}, largest {largest:.12f}")


main()
