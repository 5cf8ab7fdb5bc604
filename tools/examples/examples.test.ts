// Tests the document's example requests against the demo world, over HTTP: a request that a reader copies succeeds.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createMock, type Mock, type Served } from '../../entry/index.ts';
import { totpCode } from '../../mocks/identity/totp.ts';
import { document } from '../../src/contract/document.ts';
import { type DocumentedRequest, documentedRequests } from './documented-requests.ts';
import { type SentExample, sendExample, sendExamples } from './send-examples.ts';

const requests = documentedRequests(document());
const nameOf = ({ operation, example }: DocumentedRequest): string => `${operation} ${example ?? ''}`.trim();
const isAsDocumented = ({ status, refusedWith }: SentExample): boolean =>
  refusedWith === null ? status < 300 : status === refusedWith;

async function withMock<A>(
  options: { seed?: number; clock?: string },
  run: (mock: Mock, served: Served) => Promise<A>,
): Promise<A> {
  await using mock = await createMock({ limits: 'off', clock: 'frozen', ...options });
  return await run(mock, await mock.listen());
}

const example = (name: string): DocumentedRequest => {
  const found = requests.find((one) => nameOf(one) === name);
  if (!found) throw new Error(`The document has no example ${name}.`);
  return found;
};

const WORLDS: { seed?: number; clock: string }[] = [
  { clock: 'frozen' },
  { seed: 7, clock: '2032-02-29T23:59:30Z' },
];
test.for(WORLDS)(
  'every example request succeeds in the demo world as its persona, or is refused as its example says: %o',
  async (options) => {
    const sent = await withMock(options, (mock, served) => sendExamples(mock, served, requests));
    const otherwise = sent.filter((one) => !isAsDocumented(one));
    expect(otherwise.map((one) => `${nameOf(one)}: ${one.status} ${one.refusal}`)).toEqual([]);
    const succeed = new Set(sent.filter(({ status }) => status < 300).map(({ operation }) => operation));
    expect(succeed.size).toBe(92);
  },
);

test('each example request names a persona of the demo world, and a refused example says why', async () => {
  const personas = await withMock({}, async (mock) => mock.personas);
  for (const one of requests) {
    if (one.persona !== null) expect(personas[one.persona]?.token, nameOf(one)).toBeDefined();
    if (one.refusedWith !== null) expect(one.description, nameOf(one)).toMatch(/\banswers? \d{3}\b/);
  }
  expect(requests.filter(({ refusedWith }) => refusedWith !== null).map(nameOf)).toEqual([
    'login twoFactor',
    'verifyTwoFactor challenge',
  ]);
});

test('the refused examples succeed with the challenge of a login and the code of the moment', async () => {
  await withMock({}, async (mock, served) => {
    const send = async (request: DocumentedRequest, body: object): Promise<Response> =>
      sendExample(served.baseUrl, { ...request, body }, null);
    const login = example('login twoFactor');
    const { totp_code, ...withoutCode } = login.body as Record<string, string>;
    const refused = (await (await send(login, withoutCode)).json()) as { error: { challenge_token: string } };
    const code = totpCode(mock.personas.twoFactor.totpSecret, Date.parse(mock.clock.now().now));
    const challenge = { challenge_token: refused.error.challenge_token, totp_code: code };
    expect(totp_code).toMatch(/^\d{6}$/);
    expect((await send(example('verifyTwoFactor challenge'), challenge)).status).toBe(200);
  });
});

test('each example of a list filter, sent alone, finds records of the demo world', async () => {
  await withMock({}, async (mock, served) => {
    const lists = requests.filter(({ operation }) => operation.startsWith('list'));
    expect(lists.length).toBeGreaterThan(15);
    for (const list of lists) {
      for (const [name, value] of Object.entries(list.query)) {
        const token = mock.personas[list.persona ?? 'owner']?.token ?? null;
        const reply = await sendExample(served.baseUrl, { ...list, query: { [name]: value } }, token);
        const { meta } = (await reply.json()) as { meta: { total: number } };
        expect(meta.total, `${list.operation} ${name}=${value}`).toBeGreaterThan(0);
      }
    }
  });
});

test('the reply to a documented id is the record that the example of the reply shows', async () => {
  await withMock({}, async (mock, served) => {
    const reads: [operation: string, response: string][] = [
      ['getCustomer', 'getCustomer-active-200'],
      ['getService', 'getService-active-200'],
      ['getSubscription', 'getSubscription-active-200'],
      ['getDomain', 'getDomain-active-200'],
      ['getVps', 'getVps-running-200'],
      ['getTenant', 'getTenant-active-200'],
    ];
    for (const [operation, name] of reads) {
      const reply = await sendExample(served.baseUrl, example(operation), mock.personas.owner.token);
      const shown = document().components.examples?.[name]?.value;
      expect(lasting(await reply.json()), operation).toEqual(lasting(shown));
    }
  });
});

test('each service of the documented order is provisioned with what it is for', async () => {
  await withMock({}, async (mock, served) => {
    const { token } = mock.personas.owner;
    const reply = await sendExample(served.baseUrl, example('createOrder wallet'), token);
    const { services } = (await reply.json()) as { services: string[] };
    mock.clock.advance('PT10S');
    const read = { ...example('getService'), query: {} };
    const types: unknown[] = [];
    for (const id of services) {
      const service = (await (
        await sendExample(served.baseUrl, { ...read, path: `/services/${id}` }, token)
      ).json()) as Record<string, unknown>;
      expect(service).toMatchObject({ status: 'active', resource_id: expect.any(String) });
      types.push(service.type);
    }
    expect(types).toEqual(['hosting', 'domain']);
  });
});

/** Leaves out what depends on the start of the world: instants. */
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
  for (const csr of signingRequests) {
    const run = spawnSync('openssl', ['req', '-verify', '-noout', '-subject'], {
      input: csr,
      encoding: 'utf8',
    });
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/example\.(org|net)/);
  }
});
