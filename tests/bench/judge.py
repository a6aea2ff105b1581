"""The cases of penstock-bench and the checks of its JSON, which its tests share."""
UNITS = {"us": "lower", "ms": "lower", "bytes": "lower", "MB/s": "higher", "messages/s": "higher",
         "operations/s": "higher", "locks/s": "higher"}
GROUPS = {
    "p2p": "latency bw bibw mbw_mr multi_lat mr",
    "pack": "pack unpack",
    "rma": "put_lat get_lat acc_lat get_acc_lat fop_lat cas_lat put_bw get_bw acc_bw put_bibw put_mr acc_mr lock_contention",
    "local": "reduce_local " + " ".join("reduce_local_" + words for words in (
        "sum_int8 sum_int16 sum_int32 sum_int64 sum_half sum_double sum_complex_double prod_int64 prod_double prod_complex_float "
        "max_int32 max_float min_double band_byte bxor_uint64 land_int32 minloc_2int minloc_double_int").split()),
    "coll": "barrier bcast reduce allreduce gather gatherv scatter scatterv allgather allgatherv alltoall alltoallv alltoallw "
            "reduce_scatter reduce_scatter_block scan exscan",
}
GROUPS["icoll"] = " ".join("i" + name for name in GROUPS["coll"].split())
GROUPS["pcoll"] = " ".join("p" + name for name in GROUPS["coll"].split())
GROUPS["start"] = "init memory"
WIDE = {"reduce_local_sum_complex_double", "reduce_local_minloc_double_int"}  # elements of 16 bytes
REDUCTIONS = {"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"}
REDUCTIONS |= {form + name for name in REDUCTIONS for form in "ip"} | set(GROUPS["local"].split())
SINGLE = {"fop_lat", "cas_lat", "lock_contention"}  # one element
UNSIZED = {"barrier", "ibarrier", "pbarrier", "init", "memory"} | SINGLE


def all_cases():
    return [name for names in GROUPS.values() for name in names.split()]


class Judge:
    """A mixin for a TestCase."""

    def succeeded(self, done):
        self.assertEqual(done.returncode, 0, f"\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")

    def judge(self, document, cases, sizes, ranks=2, unsupported=()):
        """Checks the schema, and one right row of each size for each of `cases`; `unsupported` cases give a reason instead."""
        self.assertEqual(document["schema"], "penstock-bench/1")
        for key, kind in {"label": str, "library": str, "host": str, "ranks": int, "cores": int, "where": str, "began": str,
                          "command": list, "options": dict, "cases": list}.items():
            self.assertIsInstance(document[key], kind, key)
        self.assertEqual(document["ranks"], ranks)
        self.assertRegex(document["began"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        for key in ("memory", "datatype", "fresh", "cold", "window", "seconds"):
            self.assertIn(key, document["options"])
        self.assertEqual([one["case"] for one in document["cases"]], list(cases))
        for one in document["cases"]:
            with self.subTest(case=one["case"], options=document["options"]):
                if one["case"] in unsupported:
                    self.assertGreater(len(one["unsupported"]), 10)
                    continue
                self.assertNotIn("unsupported", one)
                step = 16 if one["case"] in WIDE else 1
                self.judge_case(one, [0] if one["case"] in UNSIZED else [size for size in sizes if size % step == 0])

    def judge_case(self, one, sizes):
        self.assertEqual(one["better"], UNITS[one["unit"]])
        self.assertEqual([row["bytes"] for row in one["rows"]], list(sizes))
        for row in one["rows"]:
            self.assertIs(row["checked"], True)
            if one["case"] != "memory":  # memory may shrink
                self.assertGreaterEqual(row["min"], 0)
                self.assertGreater(row["value"], 0)
                self.assertLessEqual(row["min"], row["value"] * 1.0001)
            self.assertLessEqual(row["min"], row["p50"])
            self.assertLessEqual(row["p50"], row["p99"])
            self.assertLessEqual(row["p99"], row["max"])
            self.assertGreaterEqual(row["iterations"], 1)
            if one["case"] in GROUPS["icoll"].split():
                self.assertTrue(0 <= row["overlap_percent"] <= 100)
                self.assertGreaterEqual(row["overall_us"], 0)
                self.assertGreaterEqual(row["compute_us"], 0)
