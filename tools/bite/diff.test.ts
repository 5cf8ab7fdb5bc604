// Test of `conform diff` on reports of the mock with and without a defect.
import { expect, test } from 'vitest';
import { defects } from '../../conformance/defects/index.ts';
import { diffReports } from '../../src/suite/report/diff.ts';
import { runSuiteOn } from './run-mutant.ts';

test.each(['ST03', 'ST02[createCustomer]', 'HO04'])(
  'the diff names the requirement that %s breaks',
  async (id) => {
    const row = defects.find((one) => one.id === id);
    if (!row) throw new Error(`There is no defect ${id}.`);
    const profile = row.basis === 'chosen' ? 'contract' : 'stated';
    const sound = await runSuiteOn({ mutations: [], allow: row.allow, profile });
    const broken = await runSuiteOn({ mutations: [row.inject], allow: row.allow, profile });
    const named = diffReports(sound, broken).differences.map(({ requirement }) => requirement);
    expect(
      [row.requirement, ...row.alsoBreaks].filter((requirement) => named.includes(requirement)),
    ).not.toEqual([]);
  },
);
