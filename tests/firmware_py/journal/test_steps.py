from firmware_py.journal.checksum import Steps, finish


def test_finish_gives_the_result() -> None:
    done: list[int] = []

    def work() -> Steps[str]:
        for number in range(3):
            done.append(number)
            yield
        return "done"

    assert finish(work()) == "done" and done == [0, 1, 2]
