// Tests of how a run learns the names and ids of a deployment from its replies.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { type TinyTarget, tinyTarget } from '../testing/tiny-target.ts';
import { cleanUpLedger } from './clean-up.ts';

type Customer = { id: string; email: string; status: string };
type Shape = (customer: Customer, request: Request) => unknown;

/**
 * Creates a tiny target that shows its customers in another shape.
 * @param created the body of the reply to a creation, when it differs from that of a read
 */
function targetThatShows(
  shape: Shape,
  {
    created = shape,
    headers,
  }: { created?: Shape; headers?: (customer: Customer) => Record<string, string> } = {},
): TinyTarget {
  const target = tinyTarget();
  const { fetch } = target;
  target.fetch = async (request) => {
    const reply = await fetch(request);
    const path = new URL(request.url).pathname;
    if (!reply.ok || !path.startsWith('/v1/customers')) return reply;
    const body = (await reply.json()) as Customer & { data?: Customer[] };
    const isCreation = request.method === 'POST';
    const mapped = body.data
      ? { data: body.data.map((row) => shape(row, request)) }
      : (isCreation ? created : shape)(body, request);
    const added = isCreation ? headers?.(body) : undefined;
    return Response.json(mapped, { status: reply.status, ...(added ? { headers: added } : {}) });
  };
  return target;
}

/** Returns the place of a member of customers, joined by slashes. */
function placeIn({ learned }: Pick<Report, 'learned'>, member: string): string | undefined {
  const { envelope = [], members = {} } = learned?.kinds?.Customer ?? {};
  const place = members[member] ?? [member];
  return Array.isArray(place) ? ['', ...envelope, ...place].join('/') : undefined;
}

const sentTo = (target: TinyTarget, call: string): number =>
  target.log.filter((line) => line === call).length;

test('a conventional target gets one read that confirms the id, and the report states no names', async () => {
  const target = tinyTarget();
  const report = await runSuite(target);
  expect(placeIn(report, 'id')).toBe('/id');
  expect(sentTo(target, 'POST /customers')).toBe(1);
  expect(report.requests).toBe(target.log.length);
  expect(target.log.filter((line) => line.startsWith('GET /customers/'))).toHaveLength(3);
});

test.each<[string, Shape, string]>([
  ['under another name', ({ id, ...rest }) => ({ uuid: id, ...rest }), '/uuid'],
  ['under the name of its kind', ({ id, ...rest }) => ({ customerId: id, ...rest }), '/customerId'],
  ['within another object', ({ id, ...rest }) => ({ ...rest, meta: { id } }), '/meta/id'],
  ['in a wrapper', (customer) => ({ ok: true, result: customer }), '/result/id'],
  ['in JSON:API', ({ id, ...attributes }) => ({ data: { id, type: 'customers', attributes } }), '/data/id'],
  ['in a URL', ({ id, ...rest }) => ({ href: `https://x.example/v1/customers/${id}`, ...rest }), '/href'],
  ['in a URN', ({ id, ...rest }) => ({ id: `urn:customer:${id}`, ...rest }), '/id'],
])('an id %s is found, checks judge the customer, and clean-up deletes it', async (_, shape, place) => {
  const target = targetThatShows(shape);
  const report = await runSuite(target);
  expect(verdicts(report)).toMatchObject({ 'customers/readable': 'pass', 'customers/listed': 'pass' });
  expect(placeIn(report, 'id')).toBe(place);
  expect(target.customers.size).toBe(0);
  expect(report.cleanup).toEqual({ created: 1, leftovers: [] });
});

test('the id in the Location header is found when the reply to a creation has no body', async () => {
  const target = targetThatShows((customer) => customer, {
    created: () => ({}),
    headers: ({ id }) => ({ location: `/v1/customers/${id}` }),
  });
  const report = await runSuite(target);
  expect(verdicts(report)['customers/readable']).toBe('pass');
  expect(target.customers.size).toBe(0);
});

test('the id of a task that creates the customer is not taken for the id of the customer', async () => {
  const task = '11111111-0000-4000-8000-000000000001';
  const target = targetThatShows((customer) => customer, {
    created: (customer) => ({ id: task, state: 'queued', subject: customer }),
  });
  const report = await runSuite(target);
  expect(verdicts(report)['customers/readable']).toBe('pass');
  expect(target.log).toContain(`GET /customers/${task}`);
  expect(target.customers.size).toBe(0);
});

test('a customer that only the list names is found there', async () => {
  const target = targetThatShows((customer) => customer, { created: () => ({ accepted: true }) });
  const report = await runSuite(target);
  expect(verdicts(report)['customers/readable']).toBe('pass');
  expect(target.customers.size).toBe(0);
});

test('without a readable id nothing more is created, and what was created is listed as left over', async () => {
  const target = targetThatShows(({ email }) => ({ email }));
  const report = await runSuite(target);
  expect(sentTo(target, 'POST /customers')).toBe(1);
  expect(report.cleanup.created).toBe(1);
  expect(report.cleanup.leftovers).toHaveLength(1);
  expect(report.cleanup.leftovers[0]).toMatchObject({
    operation: 'createCustomer',
    why: expect.stringMatching(/names no id.+hc-test-1@example\.org/),
  });
  expect(verdicts(report)['customers/readable']).toBe('inconclusive');
});

test('a value whose read shows nothing of what was sent is no id, and is never deleted', async () => {
  const parent = '22222222-0000-4000-8000-000000000002';
  const target = targetThatShows(({ email }) => ({ email, ref: parent }));
  const { fetch } = target;
  target.fetch = async (request) =>
    request.url.endsWith(`/customers/${parent}`)
      ? Response.json({ ref: parent, email: 'somebody@example.org' })
      : fetch(request);
  const report = await runSuite(target);
  expect(target.log.filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(report.cleanup.leftovers).toHaveLength(1);
});

test('what a run learned may be given in the target file, and is then tried first', async () => {
  const shape: Shape = ({ id, ...rest }) => ({
    uuid: '33333333-0000-4000-8000-000000000003',
    ...rest,
    code: id,
  });
  const first = targetThatShows(shape);
  const before = await runSuite(first);
  const { learned } = before;
  expect(placeIn(before, 'id')).toBe('/code');
  const second = targetThatShows(shape);
  const report = await runSuite(second, {
    config: { ...(learned ? { learned } : {}) },
  });
  expect(verdicts(report)['customers/readable']).toBe('pass');
  expect(second.log.length).toBeLessThan(first.log.length);
});

test('a given place that is wrong is not believed', async () => {
  const target = targetThatShows(({ id, ...rest }) => ({ uuid: id, other: 'b7', ...rest }));
  const report = await runSuite(target, {
    config: { learned: { kinds: { Customer: { members: { id: ['other'] } } } } },
  });
  expect(placeIn(report, 'id')).toBe('/uuid');
  expect(target.customers.size).toBe(0);
});

test('a misspelt kind in `learned` is refused with the nearest kind', async () => {
  const learned = { kinds: { Custmer: { members: { id: ['uuid'] } } } };
  await expect(runSuite(tinyTarget(), { config: { learned } })).rejects.toThrow(
    'learned.kinds has no member "Custmer"; did you mean "Customer"?',
  );
});

test('the ledger keeps what could not be identified, and its clean-up lists it', async () => {
  const ledger = join(mkdtempSync(join(tmpdir(), 'learned-names-')), 'created.jsonl');
  await runSuite(
    targetThatShows(({ email }) => ({ email })),
    { ledger },
  );
  const { open, leftovers } = await cleanUpLedger(ledger, { credentials }, {}, { fetch: tinyTarget().fetch });
  expect(open).toBe(1);
  expect(leftovers).toMatchObject([{ operation: 'createCustomer' }]);
});
