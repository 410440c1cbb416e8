-- Wilson's interval of a share n / d, with the square of a quantile. Of acts that vary so many times as much as independent ones
-- (`excess`) it is that of as many times fewer.
CREATE MACRO wilson(n, d, zz) AS struct_pack(
    low := greatest(0.0, (n + zz / 2 - sqrt(zz * (n * (d - n) / d + zz / 4))) / (d + zz)),
    high := least(1.0, (n + zz / 2 + sqrt(zz * (n * (d - n) / d + zz / 4))) / (d + zz))
);
