// The mock beside a mock with one fault in it: the comparison names the sentence that changed.
import { expect, test } from 'vitest';
import { defects } from '../../conformance/defects/index.ts';
import { diff } from '../../src/suite/diff.ts';
import { reportOn } from './bite.ts';

test.each(['ST03', 'ST02[createCustomer]', 'HO04'])('the difference that %s makes is named', async (id) => {
  const row = defects.find((one) => one.id === id);
  if (!row) throw new Error(`There is no defect ${id}.`);
  const profile = row.basis === 'chosen' ? 'contract' : 'stated';
  const sound = await reportOn({ plants: [], allow: row.allow, profile });
  const broken = await reportOn({ plants: [row.plant], allow: row.allow, profile });
  const named = diff(sound, broken).differences.map(({ requirement }) => requirement);
  expect([row.says, ...row.also].filter((says) => named.includes(says))).not.toEqual([]);
});
