"""The output of mpi_where, and the output that is expected."""


def rows(text):
    """Returns [(host, leader, place, size, number, word)] in the order of ranks."""
    lines = sorted((line.split() for line in text.splitlines()), key=lambda words: int(words[0]))
    if [int(words[0]) for words in lines] != list(range(len(lines))):
        raise AssertionError(f"not one line of each rank:\n{text}")
    return [(words[1], *map(int, words[2:6]), words[6]) for words in lines]


def together(hosts):
    """Returns [(leader, place, size)] of ranks that are on these hosts, one for each rank: those of one
    host share memory, in their order."""
    return [(hosts.index(host), hosts[:rank].count(host), hosts.count(host)) for rank, host in enumerate(hosts)]
