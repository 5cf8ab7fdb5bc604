// Tests of the parts of `cope` that no run of a command shows: reduction, combination of values, JUnit files.
import { expect, test } from 'vitest';
import { variationOf } from '../variations/vary.ts';
import { runVaried } from './cope.ts';
import { deliveriesThatShow } from './evidence.ts';
import { parseJunit } from './junit-results.ts';
import { observe } from './observe.ts';
import { choicesOf, combined } from './plan.ts';
import type { SentRequest } from './platform.ts';
import { resultFileOf, runCommand, WHOLE_COMMAND } from './run-command.ts';
import type { Run, Runs } from './runs.ts';
import { smallestFailing } from './smallest-failing.ts';

test('one cause among sixteen is found in at most eight steps, and two that fail only together are found too', async () => {
  const all = Array.from({ length: 16 }, (_, at) => at);
  let steps = 0;
  const one = await smallestFailing(all, async (part) => {
    steps += 1;
    return part.includes(11);
  });
  expect(one).toEqual([11]);
  expect(steps).toBeLessThanOrEqual(8);
  expect(await smallestFailing(all, async (part) => part.includes(2) && part.includes(13))).toEqual([2, 13]);
});

test('every value is in one run, no run has two values of a freedom, and all of them exist', () => {
  const choices = choicesOf({ anyDeployment: true, unlucky: true });
  const rounds = combined(choices);
  expect(rounds.flat().sort()).toEqual([...choices].sort());
  expect(rounds.length).toBeLessThanOrEqual(13);
  for (const round of rounds) expect(variationOf(round).choices).toHaveLength(round.length);
  expect(choicesOf({ only: ['errors/flat, empty errors', 'limits'] })).toEqual([
    'errors=flat, empty errors',
    'limits=B',
  ]);
});

test('values that only together take too long are tried in smaller runs, and break nothing', async () => {
  const tried: (readonly string[])[] = [];
  const isLate = (choices: readonly string[]): boolean => choices.length > 2 || choices.includes('hangs=yes');
  const run = async (choices: readonly string[]): Promise<Run> => {
    tried.push(choices);
    const late = isLate(choices);
    const results = new Map([['it', late ? 'ended after 60 s' : null]]);
    return {
      ...{ choices, results, isLate: late, isGreen: !late, ms: 1, output: '', requests: [], deliveries: [] },
    };
  };
  const runs = { run, ended: [], observations: () => [] } as unknown as Runs;
  const unvaried = { runs, tests: ['it'], setAside: [], ms: 1, first: await run([]) };
  const judge = async (...round: string[]) =>
    runVaried(unvaried, {
      ...{ rounds: [round], command: ['it'], progress: () => {}, start: () => Promise.reject() },
      resultFile: resultFileOf(['it'], undefined, ''),
    });
  expect(await judge('a=1', 'b=1', 'c=1', 'd=1')).toMatchObject({
    breaks: [],
    notMet: ['a=1', 'b=1', 'c=1', 'd=1'],
  });
  expect(tried.slice(1)).toEqual([
    ['a=1', 'b=1', 'c=1', 'd=1'],
    ['a=1', 'b=1'],
    ['c=1', 'd=1'],
  ]);
  expect((await judge('a=1', 'hangs=yes')).breaks).toMatchObject([{ choices: ['hangs=yes'] }]);
});

test('a JUnit file is read: nested suites, CDATA, entities, skipped tests, and one name in two browsers', () => {
  const xml = `<?xml version="1.0"?><!-- <testcase name="no"/> --><testsuites>
<testsuite name="a" hostname="chromium"><testcase classname="a.spec.ts" name="pays &#8212; &quot;x&quot;" time="1"/>
<testcase classname="a.spec.ts" name="fails"><failure message="expected &lt;a&gt; &amp;quot;b&amp;quot;"><![CDATA[at line 3 </failure>]]></failure></testcase>
<testcase classname="a.spec.ts" name="skipped"><skipped/></testcase></testsuite>
<testsuite name="a" hostname="firefox"><testsuite><testcase classname='a.spec.ts' name='fails'><system-out>text</system-out></testcase></testsuite></testsuite></testsuites>`;
  expect([...parseJunit(xml)]).toEqual([
    ['a.spec.ts › pays — "x"', null],
    ['a.spec.ts › fails', 'expected <a> "b" at line 3 </failure>'],
    ['a.spec.ts › fails [firefox]', null],
  ]);
});

const sent = (arrived: number, status: number): SentRequest => ({
  ...{ arrived, replied: arrived + 1, caller: 'owner', operation: 'listOrders', takesKey: false, key: null },
  ...{ method: 'GET', url: '/v1/orders', body: '', status, isClosed: false, hasEffect: false, varied: [] },
  ...{ retryAfter: status === 429 ? 2 : null, replyText: () => '', show: () => '' },
});

test('the webhooks that a value changed are shown, first those that a failure names or the client has caused', () => {
  const delivery = (type: string, second: number, id: string): string =>
    `POST http://127.0.0.1:1/\nheaders: a: b\nbody: {"type":"${type}","timestamp":"2026-11-20T08:00:0${second}Z","data":{"id":"${id}"}}`;
  const created = delivery('order.created', 1, 'mine');
  const completed = delivery('order.completed', 4, 'mine');
  const ofOthers = [delivery('vps.resized', 8, 'other'), delivery('vps.resized', 7, 'other')];
  const deliveries = [completed, created, created, delivery('customer.created', 0, 'new'), ...ofOthers];
  const requests = [{ ...sent(0, 201), hasEffect: true, replyText: () => '{"ids":["mine","new"]}' }];
  const shown = (value: string, message?: string) =>
    deliveriesThatShow([`deliveries=${value}`], { deliveries, requests }, message);
  expect(shown('twice')).toEqual([created, created]);
  expect(shown('out of order')).toEqual([completed, created]);
  expect(shown('two signatures')).toEqual([delivery('customer.created', 0, 'new')]);
  expect(shown('two signatures', 'no order.completed came')).toEqual([completed]);
  expect(shown('further types')).toEqual([]);
  expect(deliveriesThatShow(['errors=flat'], { deliveries, requests })).toEqual([]);
});

test('a request before `Retry-After` has passed is no repeat of one that came in time as well', () => {
  const kinds = (...requests: SentRequest[]) => observe(requests).map(({ kind }) => kind);
  expect(kinds(sent(0, 429), sent(300, 200))).toEqual(['repeat-before-retry-after']);
  expect(kinds(sent(0, 429), sent(300, 200), sent(2010, 200))).toEqual([]);
  // Four at once, and four that each waited: no client has gone on in spite of a refusal.
  expect(kinds(sent(0, 429), sent(0.1, 429), sent(0.2, 429), sent(0.3, 429), sent(2100, 200))).toEqual([]);
  expect(kinds(...[0, 1, 2, 3, 4].map((time) => sent(time * 2100, 429)))).toEqual([]);
});

test('a command that is ended at the limit of time says so, whatever it has written', async () => {
  const command = [process.execPath, '-e', 'console.log("Error: no: port"); setInterval(() => {}, 1000)'];
  const limits = { limitMs: 500, usualMs: 50 };
  const { results } = await runCommand(command, resultFileOf(command, undefined, ''), { env: {}, ...limits });
  expect([...results]).toEqual([
    [WHOLE_COMMAND, 'ended after 0.5 s, about 10 times the run without a variation'],
  ]);
});
