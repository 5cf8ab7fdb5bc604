// Tests the document's example requests against the demo world: a request that a reader copies succeeds.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { totpCode } from '../mocks/identity/totp.ts';
import { document } from '../src/contract/document.ts';
import { operation } from '../src/contract/operations.ts';
import {
  type DocumentedRequest,
  documentedRequests,
  sendExample,
} from '../src/contract/testing/documented-requests.ts';
import { documentedExamples } from '../src/server/fault-injection/documented-examples.ts';
import { createMock, type Mock } from './index.ts';

const requests = documentedRequests(document());
const nameOf = ({ operation, example }: DocumentedRequest): string => `${operation} ${example ?? ''}`.trim();
const newMock = (options: { seed?: number; clock?: string } = {}): Promise<Mock> =>
  createMock({ limits: 'off', clock: 'frozen', webhooks: 'none', ...options });

const example = (name: string): DocumentedRequest => {
  const found = requests.find((one) => nameOf(one) === name);
  if (!found) throw new Error(`The document has no example ${name}.`);
  return found;
};

test.for([{}, { seed: 7, clock: '2032-02-29T23:59:30Z' }])(
  'every example request succeeds in the demo world as its persona, or is refused as its example says: %o',
  async (options) => {
    await using mock = await newMock(options);
    const otherwise: string[] = [];
    const succeed = new Set<string>();
    for (const request of requests) {
      // Each request has a copy of the world, so that none meets what another one changed.
      const world = mock.worlds.create({ name: 'copy' });
      const token = request.persona === null ? null : (world.personas[request.persona]?.token ?? null);
      const reply = await sendExample(world.fetch, request, token);
      if (reply.ok) succeed.add(request.operation);
      if (request.refusedWith === null ? !reply.ok : reply.status !== request.refusedWith)
        otherwise.push(`${nameOf(request)}: ${reply.status} ${await reply.text()}`);
      mock.worlds.delete('copy');
    }
    expect(otherwise).toEqual([]);
    expect(succeed.size).toBe(92);
  },
);

test('each example request names a persona of the demo world, and a refused example says why', async () => {
  await using mock = await newMock();
  for (const one of requests) {
    if (one.persona !== null) expect(mock.personas[one.persona]?.token, nameOf(one)).toBeDefined();
    if (one.refusedWith !== null) expect(one.description, nameOf(one)).toMatch(/\banswers? \d{3}\b/);
  }
  expect(requests.filter(({ refusedWith }) => refusedWith !== null).map(nameOf)).toEqual([
    'login twoFactor',
    'verifyTwoFactor challenge',
  ]);
});

test('the refused examples succeed with the challenge of a login and the code of the moment', async () => {
  await using mock = await newMock();
  const send = async (request: DocumentedRequest, body: object): Promise<Response> =>
    sendExample(mock.fetch, { ...request, body }, null);
  const login = example('login twoFactor');
  const { totp_code, ...withoutCode } = login.body as Record<string, string>;
  const refused = (await (await send(login, withoutCode)).json()) as { error: { challenge_token: string } };
  const code = totpCode(mock.personas.twoFactor.totpSecret, Date.parse(mock.clock.now().now));
  const challenge = { challenge_token: refused.error.challenge_token, totp_code: code };
  expect(totp_code).toMatch(/^\d{6}$/);
  expect((await send(example('verifyTwoFactor challenge'), challenge)).status).toBe(200);
});

test('each example of a list filter, sent alone, finds records of the demo world', async () => {
  await using mock = await newMock();
  const lists = requests.filter(({ operation }) => operation.startsWith('list'));
  expect(lists.length).toBeGreaterThan(15);
  for (const list of lists) {
    for (const [name, value] of Object.entries(list.query)) {
      const token = mock.personas[list.persona ?? 'owner']?.token ?? null;
      const reply = await sendExample(mock.fetch, { ...list, query: { [name]: value } }, token);
      const { meta } = (await reply.json()) as { meta: { total: number } };
      expect(meta.total, `${list.operation} ${name}=${value}`).toBeGreaterThan(0);
    }
  }
});

test.for([
  ['getCustomer', 'active'],
  ['getService', 'active'],
  ['getSubscription', 'active'],
  ['getDomain', 'active'],
  ['getVps', 'running'],
  ['getTenant', 'active'],
] as const)('the reply of %s to a documented id is the record of the example %s', async ([id, name]) => {
  await using mock = await newMock();
  const reply = await sendExample(mock.fetch, example(id), mock.personas.owner.token);
  const shown = documentedExamples(operation(id)).find((one) => one.name === name)?.value;
  expect(lasting(await reply.json())).toEqual(lasting(shown));
});

test('each service of the documented order is provisioned with what it is for', async () => {
  await using mock = await newMock();
  const { token } = mock.personas.owner;
  const reply = await sendExample(mock.fetch, example('createOrder wallet'), token);
  const { services } = (await reply.json()) as { services: string[] };
  mock.clock.advance('PT10S');
  const types: unknown[] = [];
  for (const id of services) {
    const read = { ...example('getService'), path: `/services/${id}` };
    const service = (await (await sendExample(mock.fetch, read, token)).json()) as Record<string, unknown>;
    expect(service).toMatchObject({ status: 'active', resource_id: expect.any(String) });
    types.push(service.type);
  }
  expect(types).toEqual(['hosting', 'domain']);
});

// Leaves out what depends on the start of the world: instants.
const lasting = (record: unknown): unknown =>
  Object.fromEntries(
    Object.entries(record as object).filter(
      ([name]) => !/_at$|_start$|_end$|^ipv\d$|^billing_cycle$/.test(name),
    ),
  );

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
test.skipIf(!hasOpenssl)('openssl verifies the signing requests of the examples', () => {
  const signingRequests = requests.flatMap(({ body }) => {
    const csr = (body as { csr?: string } | undefined)?.csr;
    return csr === undefined ? [] : [csr];
  });
  expect(signingRequests).toHaveLength(2);
  for (const input of signingRequests) {
    const run = spawnSync('openssl', ['req', '-verify', '-noout', '-subject'], { input, encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/example\.(org|net)/);
  }
});
