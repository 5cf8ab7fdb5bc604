// The report in its three forms.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { junitReport } from './junit-report.ts';
import { findingsOf, type Report, summarise } from './report.ts';
import type { Result } from './result.ts';
import { catalogue, check, rule } from './testing/catalogue.ts';
import { credentials, run } from './testing/run.ts';
import { tinyTarget } from './testing/target.ts';
import { textReport } from './text-report.ts';

const schema = JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** A run that has some of everything. */
async function motley(): Promise<Report> {
  const target = tinyTarget();
  target.instead = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? { status: 500, body: 'Oops <b>&' } : undefined;
  const { checks, rules } = catalogue();
  const common = { says: 'customers/read', area: 'customers', cost: 1 } as const;
  return run(target, {
    mode: 'safe',
    target: { baseUrl: 'http://127.0.0.1/v1', credentials },
    catalogue: catalogue({
      checks: [
        ...checks,
        check('admin', { must: 'a', ...common, needs: ['platformAdmin'], run() {} }),
        check('full', { must: 'b', ...common, mode: 'full', run() {} }),
        check('look', { observe: 'c', ...common, run: (t) => t.seen('something') }),
        check('faulty', {
          must: 'd',
          ...common,
          run() {
            throw new Error('oops\u0007');
          },
        }),
        check('unclear', { should: 'e', ...common, run: (t) => t.inconclusive('cannot tell') }),
      ],
      rules: [
        ...rules,
        rule('soft', { should: 'f', says: 'limits/headers', judge: () => ({ message: 'meh' }) }),
      ],
    }),
  });
}

test('the JSON report is as its published schema says', async () => {
  for (const report of [
    await motley(),
    await run(tinyTarget()),
    await run(tinyTarget(), { only: ['zzz'] }),
  ]) {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('every verdict is counted and none is merged with another', async () => {
  const { summary } = await motley();
  expect(summary).toEqual({
    pass: 2,
    fail: 3,
    warn: 1,
    seen: 1,
    skipped: 1,
    'not-applicable': 1,
    inconclusive: 1,
    broken: 1,
  });
});

test('a person reads sentence, expected, actual, request and how to see it again', async () => {
  const text = textReport(await motley(), { colour: false, jsonFile: 'r.json' });
  expect(text).toContain('FAIL  customers/readable\n      the target must hand out a customer it created\n');
  expect(text).toContain('sentence  Test: A customer can be read. (customers/read)');
  expect(text).toContain('found     getCustomer answered 500, not 200');
  expect(text).toContain('expected  200');
  expect(text).toMatch(/request {3}curl -i 'http:\/\/127.0.0.1\/v1\/customers\/[0-9a-f-]+'/);
  expect(text).toContain('reply     500 Oops <b>&');
  expect(text).toContain('replay    hosting-contract conform replay customers/readable --from r.json');
  expect(text).toContain('1 must not checked: give a platform-admin credential (credentials.platformAdmin)');
  expect(text).toContain('1 skipped: needs --mode full (full)');
  expect(text).toMatch(/also {6}in 4 of 12 exchanges it speaks about: getCustomer/);
  expect(text).toMatch(/nonconformant\n2 pass, 3 fail, 1 warn/);
});

test('JUnit keeps failures, errors and what was not judged apart, and is well-formed', async () => {
  const xml = junitReport(await motley());
  expect(xml).toContain('failures="3" errors="1"');
  expect(xml).toContain('&lt;b&gt;&amp;');
  expect(xml).not.toContain('\u0007');
  expect(xml.match(/<testcase /g)).toHaveLength(11);
  expect(xml.match(/<skipped /g)).toHaveLength(3);
  const open = [...xml.matchAll(/<(\w[\w-]*)(?: [^>]*[^/])?>/g)].map((one) => one[1]).sort();
  const close = [...xml.matchAll(/<\/([\w-]+)>/g)].map((one) => one[1]).sort();
  expect(open).toEqual(close);
});

test('results of one group, requirement and verdict are one finding', () => {
  const result = (id: string, group?: string): Result => ({
    id,
    kind: 'check',
    area: 'a',
    level: 'must',
    verdict: 'fail',
    title: '',
    requirement: 'r',
    message: '',
    ...(group ? { group } : {}),
    attempts: 1,
    requests: 0,
    exchanges: [],
  });
  const results = [result('a', 'g'), result('b', 'g'), result('c')];
  expect(findingsOf(results).map(({ id, count }) => [id, count])).toEqual([
    ['a', 2],
    ['c', 1],
  ]);
  expect(summarise(results).fail).toBe(3);
});
