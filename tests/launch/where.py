"""What mpi_where prints, and what it has to print."""


def rows(text):
    """[(host, leader, place, size, number, word)] in the order of ranks."""
    lines = sorted((line.split() for line in text.splitlines()), key=lambda words: int(words[0]))
    if [int(words[0]) for words in lines] != list(range(len(lines))):
        raise AssertionError(f"not one line of each rank:\n{text}")
    return [(words[1], *map(int, words[2:6]), words[6]) for words in lines]


def together(hosts):
    """[(leader, place, size)] of ranks that are on these hosts, one a rank: those of one host share memory, in their order."""
    return [(hosts.index(host), hosts[:rank].count(host), hosts.count(host)) for rank, host in enumerate(hosts)]
