"""Chooses which of a machine's texts go into a report that others read: the variables, and the words in them that are masked."""
import re

MASK = "***masked***"
PREFIXES = ("PENSTOCK_", "PMI_", "PMIX_", "OMPI_", "PRTE_", "MPIEXEC_", "HYDRA_", "MPICH_", "I_MPI_", "MV2_", "MPI_", "SLURM_", "PBS_", "LSB_",
            "CUDA_", "NVIDIA_", "UCX_", "NCCL_", "LD_", "OMP_", "LMOD_")
NAMES = {"PATH", "PYTHONPATH", "LIBRARY_PATH", "CPATH", "MODULEPATH", "LOADEDMODULES", "VIRTUAL_ENV", "CONDA_PREFIX", "TMPDIR",
         "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "SHELL", "MPI_HOME"}
# A name that holds one of these between underscores or at an end keeps its value to itself.
SECRET_NAME = re.compile(r"(?:^|_)(?:\w*TOKEN|\w*SECRET|PASS|PASSWORD|PASSWD|KEY|APIKEY|\w*CREDENTIALS?|AUTH|COOKIE|JWT)(?:_|$)", re.IGNORECASE)
KNOWN_TOKENS = re.compile(
    r"eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?"                                  # JSON web tokens
    r"|(?:gh[opsu]_|github_pat_|glpat-|xox[abprs]-|hf_|sk-|npm_|pypi-|AKIA)[\w-]{12,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----")
URL_SECRET = re.compile(r"(://[^\s/:@]*:)[^\s/@]+@")
ASSIGNED = re.compile(r"((?:^|[\s;,&?\"'])([A-Za-z_][\w-]*)\s*[=:]\s*)([^\s;,&\"']+)")
WORD = re.compile(r"[A-Za-z0-9+_=-]{24,}")
GPU = re.compile(r"(?:GPU|MIG)-[0-9a-f-]+")


def looks_like_token(word):
    """Long, without a meaning that a person would give it: hexadecimal, or capitals, small letters and digits mixed."""
    if GPU.fullmatch(word):
        return False
    if re.fullmatch(r"[0-9a-fA-F-]{32,}", word):
        return True
    turns = sum(a.isdigit() != b.isdigit() or a.isupper() != b.isupper() for a, b in zip(word, word[1:]))
    return (bool(re.search(r"[a-z]", word)) and bool(re.search(r"[A-Z]", word)) and bool(re.search(r"\d", word))
            and turns * 3 > len(word))


def masked(text):
    """Without known kinds of tokens, passwords in URLs, and what is assigned to a name that says it is secret."""
    text = URL_SECRET.sub(rf"\1{MASK}@", KNOWN_TOKENS.sub(MASK, text))
    return ASSIGNED.sub(lambda found: found[1] + (MASK if SECRET_NAME.search(found[2]) and not found[3].isdigit() else found[3]), text)


def masked_value(name, value):
    """The value of a variable or setting, more strictly: also words that look like a token."""
    if SECRET_NAME.search(name) and not value.isdigit():
        return MASK
    return masked(WORD.sub(lambda found: MASK if looks_like_token(found[0]) else found[0], value))


def wanted(name):
    return name in NAMES or name.startswith(PREFIXES)


def environment_lines(variables):
    """NAME=value of the variables that a report needs, sorted, masked, each on one line."""
    return [f"{name}={masked_value(name, value)}".replace("\n", "\\n") for name, value in sorted(variables.items()) if wanted(name)]
