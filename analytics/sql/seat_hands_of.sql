-- What each seat of the units of a kind held, did and came to in the hands that filters let pass (see seat_hands, seated).
CREATE MACRO seat_hands_of(by_unit, of_sheet, of_event, filters) AS TABLE
SELECT told.*, sat.unit, sat.sheet
FROM seated(by_unit, of_sheet, of_event, filters) AS sat
JOIN stored.seat_hands AS told ON told.record = sat.record AND contains(sat.unit, told.seat)
LEFT JOIN (SELECT record, hand_index, ruled_level FROM stored.computed) AS came
    ON (filters).level IS NOT NULL AND came.record = told.record AND came.hand_index = told.hand_index
WHERE ((filters).level IS NULL OR ruled_level = (filters).level)
    AND ((filters).bank IS NULL OR bank = (filters).bank)
    AND ((filters).first IS NULL OR told.hand_index < (filters).first)
    AND ((filters).last IS NULL OR told.hand_index >= hands - (filters).last);
