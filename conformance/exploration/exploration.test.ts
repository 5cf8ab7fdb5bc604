// Tests the exploration: it finds and reduces violations that no check shows, accuses no conforming server, keeps to the
// mode and the number of requests, and removes what it creates.
import { expect, test } from 'vitest';
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/exchange.ts';
import { planRun } from '../../src/suite/run/plan-run.ts';
import { runSuiteOn } from '../../tools/bite/run-mutant.ts';
import { sampled, whole } from '../../tools/testing/sampled.ts';
import { explorationDefects } from '../defects/exploration.ts';
import { variants as lawfulVariants } from '../defects/index.ts';
import type { Injector } from '../defects/mutant.ts';
import { catalogue } from '../index.ts';
import { variants } from '../testing/reference-server.ts';
import { runAgainstReference } from '../testing/run-against-reference.ts';

const ONE_CHECK = ['customers/create'];
/** A run ends when all is sent, however long that takes. */
const UNTIMED = { thorough: false, signal: new AbortController().signal };
type Options = Parameters<typeof runSuiteOn>[1];

const exploreMock = (options: Options, ...mutations: ((p: Injector) => void)[]) =>
  runSuiteOn({ mutations, allow: [], profile: 'contract', only: ONE_CHECK }, { ...UNTIMED, ...options });

const defectNamed = (name: string): ((p: Injector) => void) => {
  const found = explorationDefects.find(({ id }) => id === `exploration/${name}`);
  if (found === undefined) throw new Error(`There is no defect exploration/${name}.`);
  return found.inject;
};

const violations = ({ results }: Awaited<ReturnType<typeof exploreMock>>) =>
  results.filter(({ verdict }) => ['fail', 'warn', 'broken'].includes(verdict));

test('a server error is reported once, with the smallest request that shows it, and can be replayed', async () => {
  const defect = defectNamed('long-list[createApiKey]');
  const report = await exploreMock({ explore: 110, seed: 1 }, defect);
  const [finding, ...others] = violations(report);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    id: 'exploration/no-server-error@createApiKey.500',
    verdict: 'fail',
    requirement: 'errors/valid-request-is-no-server-error',
    explored: { operation: 'createApiKey', body: { name: 'Conformance {unique}' } },
  });
  const body = finding?.explored?.body as { scopes: string[] };
  expect(Object.keys(body).sort()).toEqual(['name', 'scopes']);
  expect(body.scopes).toHaveLength(21);
  expect(finding?.curl).toMatch(/^curl -i -X POST .*"scopes":\[/);
  expect(finding?.exchanges[0]?.reply?.status).toBe(500);
  if (finding?.explored === undefined) return;
  const replay = {
    exactly: { checks: [], rules: ['exploration/no-server-error'], rulesOnly: true },
    exploreCases: [finding.explored],
  };
  expect(violations(await exploreMock(replay, defect)).map(({ id }) => id)).toEqual([finding.id]);
  expect(violations(await exploreMock(replay))).toEqual([]);
});

test('a filter that names another rule leaves the exploration its rule, and one that names only it runs no checks', async () => {
  const defect = defectNamed('long-list[createApiKey]');
  const explore = (...only: string[]) =>
    runSuiteOn(
      { mutations: [defect], allow: [], profile: 'contract', only },
      { ...UNTIMED, explore: 110, seed: 1 },
    );
  const withRule = await explore('customers/create', 'customers/fields');
  const alone = await explore('exploration/');
  const found = ['exploration/no-server-error@createApiKey.500'];
  expect([withRule, alone].map((report) => violations(report).map(({ id }) => id))).toEqual([found, found]);
  expect(alone.results.map(({ id }) => id)).toEqual(found);
  expect(alone.requests).toBeLessThan(150);
});

test('a violation of an existing rule that only some bodies show is reported with such a body', async () => {
  const report = await exploreMock({ explore: 110, seed: 1 }, defectNamed('reply-member[createCustomer]'));
  const [finding] = violations(report);
  expect(finding?.id).toBe('customers/fields@createCustomer.201');
  expect(Object.keys(finding?.explored?.body as object)).toEqual(
    expect.arrayContaining(['locale', 'address']),
  );
});

test('a server error that is not shown again is not reported', async () => {
  let seen = 0;
  const report = await exploreMock({ explore: 80, seed: 1 }, (p) =>
    p.request('createTicket', () => {
      seen += 1;
      if (seen !== 2) return undefined;
      const json = { error: { code: 'INTERNAL', message: 'Something went wrong.' } };
      return { status: 500, headers: { 'Content-Type': 'application/json' }, json, raw: null };
    }),
  );
  expect(seen).toBeGreaterThan(1);
  expect(violations(report)).toEqual([]);
});

test.each([
  ['a refusal of every generated request with 422', 422],
  ['a conflict', 409],
])('%s is no violation', async (_, status) => {
  const report = await exploreMock({ explore: 60, seed: 2 }, (p) =>
    p.request(
      ({ operation: id, text }) => id === 'createTicket' && text.includes('priority'),
      () => ({
        status,
        headers: { 'Content-Type': 'application/json' },
        json: { message: 'No.', errors: { priority: ['is not offered'] } },
        raw: null,
      }),
    ),
  );
  expect(violations(report)).toEqual([]);
});

test('the mock shows no violation, nothing that was created remains, and a delete names only what was created', async () => {
  const created = new Set<string>();
  const foreign: string[] = [];
  const report = await exploreMock({
    explore: 200,
    seed: 3,
    onExchange({ request, json, operation: id }) {
      if (request.method === 'POST')
        for (const [found] of JSON.stringify(json ?? '').matchAll(UUID)) created.add(found);
      if (request.method !== 'DELETE') return;
      for (const one of Object.values(request.params)) if (!created.has(one)) foreign.push(`${id} ${one}`);
    },
  });
  expect(violations(report)).toEqual([]);
  expect(report.verdict).toBe('conformant');
  expect(report.cleanup.created).toBeGreaterThan(20);
  expect(report.cleanup.leftovers).toEqual([]);
  expect(foreign).toEqual([]);
  expect(report.explored?.operations).toBeGreaterThan(40);
});
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The requests with which the other servers are explored. */
const REQUESTS = whole ? 300 : 80;

test.each(sampled(Object.keys(variants), 1))(
  'a server that fills the gaps of the specification differently (%s) shows no violation',
  async (variant) => {
    const report = await runAgainstReference(variants[variant], {
      explore: REQUESTS,
      only: ['orders/created'],
    });
    const broken = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken');
    expect(broken.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  },
);

test.each(['read-only', 'safe'] as const)('mode %s holds for generated requests too', async (mode) => {
  const sent: Exchange[] = [];
  await exploreMock({ explore: 50, seed: 1, mode, onExchange: (exchange) => sent.push(exchange) });
  const explored = sent.filter(({ purpose }) => purpose === 'exploration');
  expect(explored.length).toBeGreaterThan(10);
  const allowed = catalogue.exploration?.operations.filter((one) =>
    mode === 'read-only' ? one.mode === mode : one.mode !== 'full',
  );
  const ids = new Set<string>(allowed?.map(({ id }) => id));
  expect(explored.map(({ operation: id }) => id ?? '').filter((id) => !ids.has(id))).toEqual([]);
  if (mode === 'read-only')
    expect(new Set(explored.map(({ request }) => request.method))).toEqual(new Set(['GET']));
});

test.each(sampled(lawfulVariants, 1).map((one) => [one.id, one] as const))(
  'a lawful variant of the mock (%s) shows no violation',
  async (_, { inject, allow }) => {
    const report = await runSuiteOn(
      { mutations: [inject], allow, profile: 'stated', only: ONE_CHECK },
      { ...UNTIMED, explore: REQUESTS, seed: 1 },
    );
    const broken = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken');
    expect(broken.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  },
);

test('the same seed sends the same requests, and another seed others', async () => {
  const requests = async (seed: number): Promise<string[]> => {
    const sent: string[] = [];
    const onExchange = ({ purpose, request, operation: id }: Exchange): void => {
      if (purpose === 'exploration') sent.push(`${id} ${request.body}`.replace(UUID, 'id'));
    };
    await exploreMock({ explore: 30, seed, onExchange });
    return sent;
  };
  const first = await requests(1);
  expect(await requests(1)).toEqual(first);
  expect(await requests(2)).not.toEqual(first);
});

test('a plan counts the requests that explore, and the run keeps to their number with its clean-up', async () => {
  const target = { baseUrl: 'http://127.0.0.1:1/v1', credentials: { tenantA: { token: 'x' } } };
  const plan = (explore: number) =>
    planRun({ catalogue, target, only: ONE_CHECK, explore, mode: 'full' }).plan;
  expect(plan(200).requests).toBe(plan(0).requests + 200);
  const [without, explored] = [await exploreMock({ seed: 1 }), await exploreMock({ explore: 80, seed: 1 })];
  expect(Math.abs(explored.requests - without.requests - 80)).toBeLessThanOrEqual(10);
});

test('a run that does not explore has neither its rules nor its sentences', async () => {
  const report = await exploreMock({ seed: 1 });
  expect(report.results.filter(({ id }) => id.startsWith('exploration/'))).toEqual([]);
  expect(report.register?.sentences).toBe(Object.keys(catalogue.requirements).length);
  expect(report.explored).toBeUndefined();
});

test('every operation is explored, or left out because it begins or ends what the run needs', () => {
  const ids = new Set(catalogue.exploration?.operations.map(({ id }) => id));
  expect([...ids].every((id) => operation(id).id === id)).toBe(true);
  expect(ids.size).toBe(88);
});
