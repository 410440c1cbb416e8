-- How many standard errors on either side of an estimate make a 95 % interval, by Student's distribution: the quantiles themselves
-- up to ten degrees of freedom, then Cornish and Fisher's expansion, which is right to a hundred-thousandth there.
CREATE MACRO student(freedom) AS CASE
    WHEN freedom <= 10 THEN [
        12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836,
        2.446911851, 2.364624252, 2.306004135, 2.262157163, 2.228138852
    ][CAST(freedom AS INTEGER)]
    ELSE 1.959963984540054 + (2.372271 + (2.822499 + 2.555850 / freedom) / freedom) / freedom
END;
