// The four requests that the benchmarks send, and the mock that they are sent to.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from './build.ts';
import { freePort, type Server, type StartOptions, start } from './process.ts';

export type Case = {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** body of the request; `%d` is replaced by a number that is unique in the run */
  body?: string;
  /** whether each request has an Idempotency-Key of its own; default false */
  idempotent?: boolean;
  status: number;
};

/** A mock without rate limits, and the token of its owner. */
export type Mock = Server & { build: Build; token: string };

type TargetFile = { credentials: { tenantA: { token: string } } };

/** Starts the mock of a build. */
export async function startMock(
  build: Build,
  { env, probe }: Pick<StartOptions, 'env' | 'probe'> = {},
  flags: readonly string[] = [],
): Promise<Mock> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'target.json');
  const port = await freePort();
  const words = ['--port', String(port), '--limits', 'off', '--target-file', file, ...flags];
  try {
    const server = await start([...build.mock, ...words], {
      port,
      path: '/_mock/v1/health',
      ...(env && { env }),
      ...(probe !== undefined && { probe }),
    });
    const target = JSON.parse(readFileSync(file, 'utf8')) as TargetFile;
    return { ...server, build, token: target.credentials.tenantA.token };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the HTTP headers of every request. */
export const headersFor = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
});

const LIST = '/v1/customers?per_page=20';
const CUSTOMER = '{"email":"c%d@example.org","first_name":"Jane","last_name":"Doe","external_id":"crm-%d"}';
const INVALID = '{"customer_id":"x","items":[{"sku_id":1,"quantity":1,"billing_cycle":"weekly"}]}';

/** Returns the requests to a mock. */
function casesFor(firstCustomerId: string): Case[] {
  return [
    { name: 'GET one', method: 'GET', path: `/v1/customers/${firstCustomerId}`, status: 200 },
    { name: 'GET list of 20', method: 'GET', path: LIST, status: 200 },
    { name: 'POST 201', method: 'POST', path: '/v1/customers', body: CUSTOMER, status: 201 },
    { name: 'POST 422', method: 'POST', path: '/v1/orders', body: INVALID, status: 422 },
  ];
}

/** The case that only profiles and in-process figures have: an order, with an Idempotency-Key. */
export const ORDER: Case = {
  name: 'POST order with Idempotency-Key',
  method: 'POST',
  path: '/v1/orders',
  // The customer is one that the document names, and which therefore exists in the demo world.
  body: '{"customer_id":"9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17","items":[{"sku_id":"hosting-pro","quantity":1,"billing_cycle":"monthly","config":{"domain":"d%d.example","plan":"pro"}}],"payment_method":"bank_transfer"}',
  idempotent: true,
  status: 201,
};

/** What the mock replies to the cases: the replies that the bare server sends. */
export type Prepared = { one: string; page: unknown; created: string; invalid: string };

/** Sends each case once. Returns the cases and the replies. */
export async function prepareCases({ port, token }: Mock): Promise<{ cases: Case[]; prepared: Prepared }> {
  const send = async (path: string, body?: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: headersFor(token),
      ...(body !== undefined && { method: 'POST', body: body.replaceAll('%d', 'x') }),
    });
    return response.text();
  };
  const page = JSON.parse(await send(LIST)) as { data: { id: string }[] };
  const cases = casesFor(page.data[0]?.id ?? '');
  const [one = '', , created = '', invalid = ''] = await Promise.all(
    cases.map(({ path, body }) => send(path, body)),
  );
  return { cases, prepared: { one, page, created, invalid } };
}
