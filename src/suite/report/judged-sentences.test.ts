// Tests which stated sentences count as judged, and when an unjudged sentence makes a run incomplete.
import { expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { formatReport } from '../formats/formats.ts';
import type { TargetConfig } from '../model/target-config.ts';
import type { ConformOptions, Report } from '../run/conform.ts';
import { anonymousRefused, catalogue, check, customer, rule, unknown } from '../testing/catalogue.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { on, refusal, tinyTarget } from '../testing/tiny-target.ts';
import { ACCEPTANCE_RULE } from './findings/refused-operations.ts';

const SENTENCE = 'customers/create';
const creates = check('customers/creates', {
  requirement: SENTENCE,
  uses: [customer],
  async run(t) {
    t.expect((await t.use(customer)).created).success();
  },
});
const checks = [creates, unknown, anonymousRefused];
const accepts = rule(ACCEPTANCE_RULE, {
  should: 'accept a valid request',
  requirement: 'customers/list',
  judge: (_, { compared }) => compared(undefined),
});

/** A target that answers every creation of a customer with the given status. */
function refusing(status = 422) {
  const target = tinyTarget();
  target.override = on('POST', '/customers', refusal(status, 'NOT_TODAY', { email: ['is not taken'] }));
  return target;
}
const run = (status: number | null, options: Partial<ConformOptions> = {}): Promise<Report> =>
  runSuite(status === null ? tinyTarget() : refusing(status), {
    catalogue: catalogue({ checks, rules: [accepts] }),
    ...options,
  });
const targetWith = (more: TargetConfig): TargetConfig => ({
  baseUrl: 'http://127.0.0.1/v1',
  credentials,
  ...more,
});
const listing = (sentence: string, expires = '2999-12-31') => ({
  target: targetWith({ unjudged: [{ sentence, reason: 'no funds', expires }] }),
});
const unjudged = ({ sentences }: Report) =>
  Object.fromEntries(
    (sentences?.unjudged ?? []).map(({ sentence, cause, open }) => [
      sentence,
      `${cause}${open ? ', open' : ''}`,
    ]),
  );

test('a run is incomplete when the target refuses the set-up of the only check of a sentence', async () => {
  const report = await run(422);
  expect([report.verdict, report.exitCode]).toEqual(['incomplete', 7]);
  expect(report.reasons[0]).toBe(`1 stated sentence stayed unjudged: ${SENTENCE}`);
  expect(unjudged(report)).toEqual({ [SENTENCE]: 'setup-refused, open' });
  expect(report.sentences?.judged).toEqual(['customers/read', 'auth/required']);
  expect(report.results.find(({ id }) => id === 'customers/creates')?.cause).toBe('setup-refused');
});

test('a sentence is judged when one of its checks came to a judgement', async () => {
  const other = { ...creates, requirement: unknown.requirement };
  const report = await run(422, {
    catalogue: catalogue({ checks: [other, unknown, anonymousRefused], rules: [] }),
  });
  expect([report.verdict, unjudged(report)]).toEqual(['conformant', {}]);
});

test('a breach takes precedence over an unjudged sentence', async () => {
  const target = refusing();
  const { override } = target;
  target.override = (method, path, request) =>
    method === 'GET' && /^\/customers\/./.test(path) ? refusal(500, 'OH') : override(method, path, request);
  const report = await runSuite(target, { catalogue: catalogue({ checks, rules: [] }) });
  expect(report.verdict).toBe('nonconformant');
});

test('the target file may list a sentence as unjudged until a day', async () => {
  const report = await run(422, listing(SENTENCE));
  expect([report.verdict, report.exitCode]).toEqual(['conformant', 0]);
  expect(report.sentences?.unjudged[0]?.accepted).toEqual({ reason: 'no funds', expires: '2999-12-31' });
});

test.each([
  ['has expired', 422, SENTENCE, '1970-01-01', 'incomplete', 'ran out on 1970-01-01'],
  ['names a judged sentence', null, SENTENCE, '2999-12-31', 'conformant', 'take the entry out'],
  [
    'names no sentence',
    null,
    'customers/crate',
    '2999-12-31',
    'conformant',
    'did you mean "customers/create"',
  ],
] as const)(
  'an entry of the target file that %s is a warning',
  async (_, status, sentence, day, verdict, text) => {
    // The virtual clock starts after 1970-01-01.
    const report = await run(status, listing(sentence, day));
    expect(report.verdict).toBe(verdict);
    const [entry] = report.results.filter(({ id }) => id === `suite/unjudged/${sentence}`);
    expect(entry?.verdict).toBe('warn');
    expect(entry?.message).toContain(text);
  },
);

test('a mistake in the list of the target file is a usage error that names the place', async () => {
  const wrong = [{ sentence: SENTENCE, because: 'x', expires: '2026-02-30' }];
  await expect(run(422, { target: targetWith({ unjudged: wrong as never }) })).rejects.toThrow(
    /unjudged\.0 has no member "because"[\s\S]*unjudged\.0\.reason[\s\S]*unjudged\.0\.expires must be a day/,
  );
});

test.each<[string, Partial<ConformOptions>, string]>([
  ['--only', { only: ['auth'] }, 'not-selected'],
  ['--skip', { skip: ['customers/creates'] }, 'not-selected'],
  ['--mode', { mode: 'read-only' }, 'not-selected'],
])('%s narrows the selection and does not make the run incomplete', async (_, options, cause) => {
  const report = await run(422, options);
  expect([report.verdict, unjudged(report)[SENTENCE]]).toEqual(['conformant', cause]);
});

test('a missing credential or capability does not make the run incomplete', async () => {
  const needy = { ...creates, needs: ['tenantB'] as const };
  const lacking = await run(422, {
    catalogue: catalogue({ checks: [needy, unknown, anonymousRefused], rules: [] }),
  });
  expect([lacking.verdict, unjudged(lacking)]).toEqual(['conformant', { [SENTENCE]: 'not-given' }]);
  expect(lacking.sentences?.unjudged[0]?.need).toBe('tenantB');
  const off = { target: targetWith({ capabilities: { orders: false } }) };
  const ordering = { ...creates, area: 'orders' };
  const unoffered = await run(422, {
    ...off,
    catalogue: catalogue({ checks: [ordering, unknown, anonymousRefused], rules: [] }),
  });
  expect([unoffered.verdict, unjudged(unoffered)]).toEqual(['conformant', { [SENTENCE]: 'not-applicable' }]);
});

test.each([
  [429, 'transient, open'],
  [503, 'transient, open'],
  [403, 'setup-refused, open'],
])('a set-up that is always answered %i has the cause %s', async (status, expected) => {
  expect(unjudged(await run(status))[SENTENCE]).toBe(expected);
});

test('a created customer without an id is unreadable', async () => {
  const target = tinyTarget();
  target.override = on('POST', '/customers', { status: 201, body: {} });
  const report = await runSuite(target, { catalogue: catalogue({ checks, rules: [] }) });
  expect(unjudged(report)).toEqual({ [SENTENCE]: 'unreadable, open' });
});

test('two tries that disagree are transient', async () => {
  let reads = 0;
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) && ++reads === 2 ? refusal(500, 'OH') : undefined;
  const report = await runSuite(target, { catalogue: catalogue({ checks, rules: [] }) });
  expect(report.results.find(({ id }) => id === 'customers/unknown')?.cause).toBe('transient');
});

test('a rule without an exchange leaves its sentence unjudged, unless the sentence is conditional or the run narrowed', async () => {
  const idle = rule('bodies/idle', {
    must: 'be judged',
    requirement: 'limits/headers',
    applies: () => false,
    judge: () => undefined,
  });
  const of = (rules: (typeof idle)[], options: Partial<ConformOptions> = {}) =>
    run(null, { catalogue: catalogue({ checks, rules }), ...options });
  expect((await of([idle])).verdict).toBe('incomplete');
  expect((await of([{ ...idle, conditional: true }])).verdict).toBe('conformant');
  expect((await of([idle], { mode: 'safe' })).verdict).toBe('conformant');
});

test('an operation that refuses every valid request is a warning, and a failure in the profile contract', async () => {
  const id = `${ACCEPTANCE_RULE}@createCustomer`;
  const found = async (status: number | null, options: Partial<ConformOptions> = {}) =>
    (await run(status, options)).results.find((result) => result.id === id);
  const warning = await found(422);
  expect(warning?.verdict).toBe('warn');
  expect(warning?.message).toBe(
    'createCustomer accepted none of 1 valid request (422 NOT_TODAY No. email: is not taken); give bodies.createCustomer in the target file',
  );
  expect((await found(403))?.message).toContain('give a credential that may call createCustomer');
  expect((await found(422, { profile: 'contract' }))?.verdict).toBe('fail');
  const replayed = { checks: warning?.replay ?? [], rules: [ACCEPTANCE_RULE], rulesOnly: true };
  expect((await found(422, { exactly: replayed }))?.verdict).toBe('warn');
  expect(await found(null)).toBeUndefined();
  expect(await found(429)).toBeUndefined();
  expect(await found(501)).toBeUndefined();
});

test('an operation that accepted a request in an earlier run and refuses every valid one now is a failure', async () => {
  const { learned } = await run(null);
  expect(learned?.accepted).toContain('createCustomer');
  const found = async (status: number, accepted = learned?.accepted ?? []) =>
    (await run(status, { target: targetWith({ learned: { accepted } }) })).results.find(
      (result) => result.id === `${ACCEPTANCE_RULE}@createCustomer`,
    );
  const failure = await found(422);
  expect([failure?.verdict, failure?.level, failure?.requirement]).toEqual(['fail', 'must', SENTENCE]);
  expect(failure?.message).toContain('in an earlier run it accepted one (learned.accepted)');
  expect((await found(422, ['listCustomers']))?.verdict).toBe('warn');
  expect(await found(402)).toBeUndefined();
});

test('a sentence that was asked in a part of its cells counts with its share', async () => {
  const inCells = { ...creates, cells: { asked: 1, of: 4 } };
  const of = { catalogue: catalogue({ checks: [inCells, unknown, anonymousRefused], rules: [] }) };
  const report = await run(null, of);
  expect(report.sentences?.cells).toEqual([{ sentence: SENTENCE, asked: 1, of: 4 }]);
  expect(report.sentences?.share).toBeCloseTo((1 / 4 + 2) / 3);
  const text = formatReport('console', report, { colour: false });
  expect(text).toContain(
    'judged 3 of 3 stated sentences (75 % when each counts by the share of its cells that was asked)',
  );
  expect(text).toContain(`${SENTENCE}: 1 of 4 cells`);
  // What no check judged is listed with its reason, and not as asked in part.
  const refused = await run(422, of);
  expect(refused.sentences?.cells).toEqual([{ sentence: SENTENCE, asked: 0, of: 4 }]);
  expect(formatReport('console', refused, { colour: false })).not.toContain('0 of 4 cells');
});

test('a rule that holds for every operation has a cell for each', async () => {
  const everywhere = rule('bodies/everywhere', {
    must: 'be judged',
    requirement: 'limits/headers',
    everyOperation: true,
    judge: (_, { compared }) => void compared(true),
  });
  const report = await run(null, { catalogue: catalogue({ checks, rules: [everywhere] }) });
  const [cells] = report.sentences?.cells ?? [];
  expect(cells).toMatchObject({ sentence: 'limits/headers', of: operations.length });
  expect(cells?.asked).toBe(Object.keys(report.coverage.operations).length);
});
