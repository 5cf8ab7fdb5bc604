// Compares a suite run on the mock with a suite run on the mock with one defect: the comparison must name a
// requirement that the defect breaks.
import { expect, test } from 'vitest';
import { defectById } from '../../conformance/defects/index.ts';
import { diffReports } from '../../src/suite/cli/diff-command.ts';
import { sampled, whole } from '../testing/sampled.ts';
import { runSuiteOn } from './run-mutant.ts';

const ids = [
  'errors/error-status-wrong[404 → 500]',
  'customers/success-status-wrong[createCustomer 200]',
  'hosting/reset-gives-same-password',
];
const only = whole ? [] : ['errors/', 'statuses/', 'unknown-id/', 'customers/', 'hosting/'];

test.each(sampled(ids, 1))('diffReports names a requirement that the defect %s breaks', async (id) => {
  const row = defectById(id);
  if (!row) throw new Error(`There is no defect ${id}.`);
  const profile = row.basis === 'chosen' ? 'contract' : 'stated';
  const options = { allow: row.allow, profile, only } as const;
  const sound = await runSuiteOn({ mutations: [], ...options });
  const broken = await runSuiteOn({ mutations: [row.inject], ...options });
  const named = diffReports(sound, broken).differences.map(({ requirement }) => requirement);
  expect(
    [row.requirement, ...row.alsoBreaks].filter((requirement) => named.includes(requirement)),
  ).not.toEqual([]);
});
