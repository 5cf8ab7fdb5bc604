import { expect, test } from 'vitest';
import type { OwnRequirement, PlugIn, PlugInSpec } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { ConformOptions } from '../run/options.ts';
import { planRun } from '../run/options.ts';
import { configProblems, resolveTarget } from '../target/config.ts';
import { defineCheck } from '../target/plug-ins.ts';
import { catalogue } from '../testing/catalogue.ts';
import { serve } from '../testing/io.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { on, PASSWORD, tinyTarget } from '../testing/tiny-target.ts';

const sentence: OwnRequirement = {
  id: 'own/greeting',
  heading: 'Our terms, 4.2',
  says: 'A customer has a greeting.',
  basis: 'yours',
};
const greeted: PlugInSpec = {
  id: 'own/greeted',
  must: 'greet every customer',
  requirement: sentence,
  area: 'customers',
  cost: 3,
  async run(t) {
    const api = t.as('tenantA');
    const created = await api.send('createCustomer', { body: { email: `${t.unique()}@example.org` } });
    const read = await api.send('getCustomer', { params: { id: t.require(created).string('/id') } });
    if (!('greeting' in t.expect(read).object())) t.fail('no greeting', { exchange: read });
  },
};
const bare = (over: Partial<PlugInSpec> = {}): PlugIn =>
  defineCheck({ ...greeted, run: (t) => t.compared(undefined), ...over } as PlugInSpec);
const targetWith = (...checks: PlugIn[]): Pick<ConformOptions, 'target'> => ({
  target: { baseUrl: 'http://127.0.0.1/v1', credentials, checks },
});
const problem = (...checks: unknown[]): string => {
  try {
    planRun({ ...targetWith(...(checks as PlugIn[])), catalogue: catalogue() });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return '';
};

test('a failed check of the target file is tried twice, quotes its requirement, is reported without secrets, and its resources are cleaned up', async () => {
  const target = tinyTarget();
  const report = await runSuite(target, targetWith(defineCheck(greeted)));
  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
  const result = report.results.find(({ id }) => id === 'own/greeted');
  expect(result).toMatchObject({
    verdict: 'fail',
    attempts: 2,
    requests: 4,
    requirement: 'own/greeting',
    sentence: 'Our terms, 4.2: A customer has a greeting.',
  });
  expect(report.findings.map(({ id }) => id)).toEqual(['own/greeted']);
  expect(report.coverage.requirements['own/greeting']).toEqual(['own/greeted']);
  expect(JSON.stringify(report)).not.toContain(PASSWORD);
  expect(JSON.stringify(report)).not.toMatch(/tok_/);
  expect(report.cleanup).toMatchObject({ created: 3, leftovers: [] });
  expect(target.customers.size).toBe(0);
  expect(report.requests).toBe(target.log.length);
});

test('a check of the target file can be selected, skipped, planned and not applicable like a check of the suite', async () => {
  const only = await runSuite(tinyTarget(), { ...targetWith(bare()), only: ['own/'] });
  expect(verdicts(only)).toMatchObject({ 'own/greeted': 'pass' });
  expect(only.results.filter(({ kind }) => kind === 'check')).toHaveLength(1);
  const admin = await runSuite(tinyTarget(), targetWith(bare({ needs: ['platformAdmin'] })));
  expect(verdicts(admin)).toMatchObject({ 'own/greeted': 'not-applicable' });
  const careful = await runSuite(tinyTarget(), { ...targetWith(bare({ mode: 'full' })), mode: 'safe' });
  expect(verdicts(careful)).toMatchObject({ 'own/greeted': 'skipped' });
  const plain = planRun({ ...targetWith(), catalogue: catalogue() }).plan.requests;
  expect(planRun({ ...targetWith(bare()), catalogue: catalogue() }).plan.requests).toBe(plain + 3);
});

test('a run with a small budget includes the checks of the target file', async () => {
  const report = await runSuite(tinyTarget(), {
    ...targetWith(bare({ cost: 1 })),
    maxRequests: 4,
  });
  expect(verdicts(report)).toMatchObject({ 'own/greeted': 'pass' });
});

test('a check of the target file with level should warns, and one with level observe reports an observation', async () => {
  const { must: _, ...rest } = greeted as PlugInSpec & { must: string };
  const should = defineCheck({ ...rest, should: 'greet', id: 'own/should' } as PlugInSpec);
  const observe = defineCheck({ ...rest, observe: 'how it greets', id: 'own/observe' } as PlugInSpec);
  const report = await runSuite(tinyTarget(), targetWith(should, observe));
  expect(verdicts(report)).toMatchObject({ 'own/should': 'warn', 'own/observe': 'observed' });
  expect(report.exitCode).toBe(0);
});

test.each([
  ['fetch', (url: string) => fetch(url)],
  [
    'node:http',
    async (url: string) => {
      const { get } = await import('node:http');
      return new Promise((done) => get(url, done).on('error', done));
    },
  ],
])(
  'a check of the target file is broken when it sends an untracked request by %s, but not when the request goes to another host',
  async (_, call) => {
    const elsewhere = `${await serve((_request, reply) => reply.end('{}'))}/mail`;
    const sneaky = bare({
      id: 'own/sneaky',
      async run(t) {
        await t.as('tenantA').send('listCustomers');
        await call('http://127.0.0.1/v1/customers').catch(() => {});
        t.fail('and an accusation');
      },
    });
    const honest = bare({
      id: 'own/honest',
      async run(t) {
        await call(elsewhere);
        t.expect(await t.as('tenantA').send('listCustomers')).status(200);
      },
    });
    const report = await runSuite(tinyTarget(), targetWith(sneaky, honest));
    expect(report.results.find(({ id }) => id === 'own/sneaky')).toMatchObject({
      verdict: 'broken',
      message: expect.stringMatching(/by itself \(GET http:\/\/127\.0\.0\.1\/v1\/customers\).*t\.as/s),
    });
    expect(verdicts(report)).toMatchObject({ 'own/honest': 'pass' });
  },
);

test.each<[string, unknown[], RegExp]>([
  ['an object that is no check', [{ some: 'object' }], /checks\[0\] is no check: .*defineCheck/],
  ['an id without an area', [bare({ id: 'greeted' })], /checks\[0\] \(greeted\)\.id must be like "area/],
  [
    'the id of a check of the suite',
    [bare({ id: 'customers/readable' })],
    /check of the suite.*"own\/customers\/readable"/,
  ],
  ['a duplicate id', [bare(), bare()], /^checks\[1\] \(own\/greeted\): another of these checks has this id$/],
  [
    'an unknown requirement',
    [bare({ requirement: 'customers/raed' })],
    /no requirement "customers\/raed".*"customers\/read"/,
  ],
  [
    'another wording of a requirement of the register',
    [bare({ requirement: { ...sentence, id: 'customers/read' } })],
    /of the register/,
  ],
  [
    'two wordings of one requirement',
    [bare(), bare({ id: 'own/two', requirement: { ...sentence, says: 'Else.' } })],
    /written twice/,
  ],
  [
    'an unknown basis',
    [bare({ requirement: { ...sentence, basis: 'stated' as 'yours' } })],
    /requirement\.basis must be "yours"/,
  ],
  ['a check without a sentence', [{ ...bare(), must: undefined }], /exactly one of must, should and observe/],
  ['a check with two sentences', [{ ...bare(), should: 'x' }], /exactly one of must, should and observe/],
  ['a check without a cost', [{ ...bare(), cost: undefined }], /cost must be the number of requests/],
  ['a mistyped member', [{ ...bare(), need: [] }], /no member "need".*"needs"/],
  ['an unknown credential', [{ ...bare(), needs: ['tenantC'] }], /needs "tenantC".*"tenant[AB]"/],
  [
    'an unknown id in after',
    [bare({ after: ['customers/readible'] })],
    /unknown "customers\/readible".*"customers\/readable"/,
  ],
  ['a run that is no function', [{ ...bare(), run: 'x' }], /run must be a function/],
])('the checks of a target file with %s are refused with one sentence', (_, checks, expected) => {
  expect(problem(...checks)).toMatch(expected);
});

test('a target file with an invalid check is refused', () => {
  expect(configProblems({ checks: 1 })).toEqual(['checks must be a list of what defineCheck({ … }) gives']);
  expect(configProblems({ checks: [bare()] })).toEqual([]);
  expect(() => resolveTarget({ baseUrl: 'http://127.0.0.1/v1', checks: [bare({ id: 'x' })] })).toThrow(
    UsageError,
  );
});

test('an error in the code of a check of the target file makes that check broken, whatever the target replied', async () => {
  const target = tinyTarget();
  target.override = on('GET', '/customers', { status: 200, body: { data: 'no list' } });
  const faulty = bare({
    async run(t) {
      await t.as('tenantA').send('listCustomers');
      throw new TypeError('oops');
    },
  });
  const report = await runSuite(target, { ...targetWith(faulty), only: ['own/', 'customers/unknown'] });
  expect(verdicts(report)).toMatchObject({ 'own/greeted': 'broken', 'customers/unknown': 'pass' });
  expect(report.results.find(({ id }) => id === 'own/greeted')?.message).toContain('TypeError: oops');
  expect(report.summary).toMatchObject({ fail: 0, inconclusive: 0 });
});
