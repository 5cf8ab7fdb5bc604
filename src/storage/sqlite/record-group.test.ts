// Tests the groups of records that rows of the file contain.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRecords, groupsOf, joinRecords, splitRecords } from './record-group.ts';

/** Texts of a store: without U+0000 and half surrogate pairs, and some of them long. */
const record = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')) },
  fc.integer({ min: 100_000, max: 300_000 }).map((length) => 'x'.repeat(length)),
);

test('groups contain all records in order, and no group gets records after it is long', () => {
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const groups = groupsOf(records);
      expect(groups.flat()).toEqual(records);
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        expect(group.slice(0, -1).join('').length).toBeLessThan(262_144);
      }
    }),
    { numRuns: 50 },
  );
});

test('a row gives the records of its group again, and their number', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (records) => {
      const body = joinRecords(records);
      expect(splitRecords(body.toString())).toEqual(records);
      expect(countRecords(body)).toBe(records.length);
    }),
    { numRuns: 50 },
  );
});
