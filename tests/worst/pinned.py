"""The worst records that searches have found, as genomes, one a sheet."""

from typing import Final

from tests.worst.genome import Genome

WORST: Final = {
    genome.sheet: genome
    for genome in (
        Genome(
            sheet="shengji",
            seed=442,
            tricks=9,
            bids=100,
            options=12,
            seconds=1,
            claims=100,
            wrong_terms=100,
            deal="partly",
            style="singles",
        ),
        Genome(
            sheet="shengji-botzone",
            seed=902,
            tricks=200,
            size=14,
            bids=100,
            rulings=300,
            options=12,
            claims=100,
            kind="exposed",
        ),
        Genome(sheet="chaodipi", seed=130, tricks=200, size=2, kitty=60, rulings=26, options=12, deal="suits"),
        Genome(
            sheet="shuangkou",
            seed=829,
            tricks=8,
            bids=100,
            options=12,
            claims=100,
            wrong_terms=10,
            wild=93,
            mixed=47,
            deal="none",
            style="singles",
        ),
        Genome(
            sheet="guandan-1",
            seed=120,
            tricks=200,
            size=3,
            tribute=3,
            claims=100,
            wrong_terms=100,
            deal="partly",
            style="singles",
        ),
        Genome(sheet="guandan-2", seed=294, tricks=200, rulings=300, tribute=15, wrong_terms=16, wild=100, style="failed"),
        Genome(
            sheet="guandan-3",
            seed=607,
            tricks=200,
            claims=100,
            wrong_terms=90,
            wild=100,
            mixed=100,
            deal="partly",
            style="declared",
        ),
        Genome(
            sheet="daguai",
            seed=181,
            tricks=200,
            size=2,
            options=9,
            claims=62,
            wrong_terms=100,
            wild=4,
            mixed=100,
            deal="none",
            style="singles",
        ),
    )
}
