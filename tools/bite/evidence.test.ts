// Tests that the expected and the actual value of a finding name the same thing.
import { expect, test } from 'vitest';
import { defects } from '../../conformance/defects/index.ts';
import { HEAVY_CELLS } from '../../conformance/testing/heavy-cells.ts';
import { sampled, whole } from '../testing/sampled.ts';
import { checksOf, runSuiteOn } from './run-mutant.ts';

// Returns whether a value is of the kind that is expected. A text of several words describes any kind.
function isOfKind(expected: unknown, actual: unknown): boolean {
  if (expected === undefined || expected === null || actual === undefined || actual === null) return true;
  if (typeof expected !== 'string')
    return typeof expected === typeof actual && Array.isArray(expected) === Array.isArray(actual);
  return /\s/.test(expected) || typeof actual === (/^\d(?:xx|\d\d)$/.test(expected) ? 'number' : 'string');
}

// A defect that gives a member another type shows two kinds of value by itself. Some that break nothing stated survive.
const typed = defects.filter(({ id, basis }) => basis === 'stated' && !/another-type/.test(id));
/** In `npm test`, the defects that need no run of all checks. */
const rows = whole ? typed : typed.filter((row) => checksOf(row).length > 0);

test.each(sampled(rows, 2))(
  'the findings of the defect $id show values of the expected kind',
  async (row) => {
    const only = checksOf(row);
    const skip = only.length > 0 ? [] : HEAVY_CELLS;
    const { allow, inject } = row;
    const { results } = await runSuiteOn({ mutations: [inject], allow, profile: 'contract', only, skip });
    const breaches = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(breaches).not.toEqual([]);
    const shown = breaches.map(({ id, expected, actual }) => ({ id, expected, actual }));
    expect(shown.filter(({ expected, actual }) => !isOfKind(expected, actual))).toEqual([]);
  },
);
