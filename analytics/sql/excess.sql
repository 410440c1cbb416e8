-- By how much more a share n / d varies than one of independent acts does, as the acts of a match go together: `spread` is the sum
-- of the squares of n - share * d of each of so many matches. It is 1 where the matches show no more, or where there is one match,
-- which cannot show it.
CREATE MACRO excess(n, d, spread, matches) AS
    CASE WHEN matches > 1 AND spread * d > n * (d - n) * 1.000000001 AND n < d
        THEN spread * d * matches / (n * (d - n) * (matches - 1))
        ELSE 1.0
    END;
