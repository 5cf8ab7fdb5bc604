// Tests that what is new in a version of the requirements warns in it, and that a version can be named.
import { expect, test } from 'vitest';
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { check, rule, catalogue as small } from '../testing/catalogue.ts';
import { runSuite, verdicts } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const failing = (id: string, since?: string) =>
  check(id, {
    ...(since === undefined ? {} : { since }),
    after: since === undefined ? ['customers/newest'] : [],
    run: (t) => t.fail('it does not'),
  });
const broken = rule('lists/newest', {
  must: 'answer',
  requirement: 'customers/list',
  judge: () => ({ message: 'it does not' }),
});
const { requirements, ...rest } = small({
  checks: [
    failing('customers/oldest'),
    failing('customers/newer', '1.1'),
    failing('customers/newest', '1.2'),
  ],
  rules: [broken],
});
const later = { ...requirements['customers/list'], since: '1.2' };
const catalogue: Catalogue = {
  ...rest,
  version: '1.2',
  requirements: { ...requirements, 'customers/list': later },
};
const run = (options: object = {}) => runSuite(tinyTarget(), { catalogue, ...options });

test('a failure of what is new in this version of the requirements is a warning that says so', async () => {
  const report = await run();
  expect(verdicts(report)).toMatchObject({
    'customers/oldest': 'fail',
    'customers/newer': 'fail',
    'customers/newest': 'warn',
    'lists/newest': 'warn',
  });
  const newest = report.results.find(({ id }) => id === 'customers/newest');
  expect(newest?.message).toMatch(
    /^it does not \(New in the requirements of 1\.2: a failure from the next version/,
  );
  expect(report).not.toHaveProperty('requirements');
});

test('a run that names a version judges by its requirements alone, and nothing of it only warns', async () => {
  const first = await run({ requirements: '1.0' });
  expect(verdicts(first)).toEqual({ 'customers/oldest': 'fail' });
  expect(first.requirements).toBe('1.0');
  expect(first.register?.sentences).toBe(Object.keys(requirements).length - 1);
  expect(verdicts(await run({ requirements: '1.1' }))).toMatchObject({ 'customers/newer': 'fail' });
  const newest = verdicts(await run({ requirements: '1.2' }));
  expect(newest).toMatchObject({ 'customers/newest': 'fail', 'lists/newest': 'fail' });
});

test.each(['2.0', '1.3', '0.9', '1', 'latest'])(
  'a version %s of the requirements is refused',
  async (version) => {
    await expect(run({ requirements: version })).rejects.toThrow(
      new UsageError(`--requirements ${version}: this suite has the requirements of 1.0 to 1.2`),
    );
  },
);

test('a catalogue of the first version has nothing that only warns', async () => {
  const report = await run({ catalogue: { ...rest, requirements } });
  expect(verdicts(report)).toMatchObject({ 'customers/newest': 'fail', 'lists/newest': 'fail' });
});
