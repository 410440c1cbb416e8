-- How many standard errors on either side of an estimate make a 95 % interval, by Student's distribution: Cornish and Fisher's
-- expansion, right to a hundredth from four degrees of freedom on.
CREATE MACRO student(freedom) AS 1.959963984540054 + (2.372271 + (2.822499 + 2.555850 / freedom) / freedom) / freedom;
