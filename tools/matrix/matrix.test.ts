import { expect, test } from 'vitest';
import { defects } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { type Kills, readKills } from '../bite/measured.ts';
import { gapsOf, matrixOf } from './matrix.ts';
import { pageOf } from './page.ts';

/**
 * The checks that caught each defect in the last measurement; for a defect that is newer, the checks and rules of the
 * requirements that it breaks.
 */
const measured: Kills = new Map([
  ...defects.map(({ id, requirement, alsoBreaks }): [string, string[]] => {
    const broken: string[] = [requirement, ...alsoBreaks];
    const items = [...catalogue.checks, ...catalogue.rules].filter((item) =>
      broken.includes(item.requirement),
    );
    return [id, items.map((item) => item.id)];
  }),
  ...readKills(),
]);

test('matrixOf has no gaps: every requirement has a check, and every check catches a defect', () => {
  expect(gapsOf(matrixOf(measured))).toEqual([]);
});

test('gapsOf reports a check that catches no defect', () => {
  const without: Kills = new Map(
    [...measured].map(([id, catchers]) => [id, catchers.filter((one) => one !== 'routes/https')]),
  );
  expect(gapsOf(matrixOf(without))).toEqual([
    'service/https is asked about, and no defect shows that it is noticed.',
    'routes/https catches no defect.',
  ]);
});

test('gapsOf reports a requirement that has neither a check nor a reason for having none', () => {
  const matrix = matrixOf(measured);
  const rows = matrix.rows.map((row) =>
    row.id === 'service/https' ? { ...row, checks: [], caughtMutants: [] } : row,
  );
  expect(gapsOf({ ...matrix, rows })).toEqual([
    'service/https has no check and no rule, and no word on why.',
  ]);
});

test('a defect that is newer than the last measurement counts as unmeasured and causes no gap', () => {
  const [newest] = defects.slice(-1);
  const kills: Kills = new Map([...measured].filter(([id]) => id !== newest?.id));
  const matrix = matrixOf(kills);
  expect(matrix.unmeasured).toEqual([newest?.id]);
  expect(gapsOf(matrix)).toEqual([]);
  expect(pageOf(matrix, [])).toContain('1 are newer than the last measurement');
});

test('every requirement has a line on the page, with the reason when no check can test it', () => {
  const page = pageOf(matrixOf(measured), []);
  for (const { id, requirement } of matrixOf(measured).rows) {
    const line = page.split('\n').find((one) => one.includes(`\`${id}\` |`));
    expect(line, id).toBeDefined();
    if (requirement.untestable !== undefined) expect(line).toContain('*not judged: ');
  }
});
