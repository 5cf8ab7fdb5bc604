// Measures the CPU time of calls of one build in its own process. Arguments: the folder of the checkout, and a part of
// the names of the measured cases. Prints an `InProcessResult` as JSON.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { hostingMock as HostingMock } from '../../mocks/index.ts';
import type { mountControl as MountControl } from '../../src/control/mount-control.ts';
import type { createApp as CreateApp } from '../../src/server/app.ts';
import type { Call, Reply } from '../../src/server/http/call.ts';
import { ORDER } from './cases.ts';
import { spreadOf } from './statistics.ts';

/** CPU time of a call in µs, by the name of the case. */
export type InProcessResult = Record<string, number>;

const [root = '', chosen = ''] = process.argv.slice(2);
/** Calls of a batch. */
const BATCH = 2000;
/** Batches that are measured, and batches before them, in which V8 optimises the code. */
const BATCHES = 21;
const WARM_UP_BATCHES = 4;

const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(root, file)).href);
const { createApp } = (await load('src/server/app.ts')) as { createApp: typeof CreateApp };
const { hostingMock } = (await load('mocks/index.ts')) as { hostingMock: typeof HostingMock };
const { mountControl } = (await load('src/control/mount-control.ts')) as {
  mountControl: typeof MountControl;
};

const app = createApp(hostingMock, { limits: 'off', requests: { count: 500, bytes: 4_194_304 } });
mountControl(app, { token: null, loopback: true, origins: new Set() });
const token = app.personas.owner?.token ?? '';

const call = (method: string, path: string, query: string, body: string | null, key?: string): Call => ({
  ...{ method, path, query },
  headers: {
    host: '127.0.0.1:4010',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  },
  body: body === null ? null : Buffer.from(body),
  address: '127.0.0.1',
});

const page = await app.handle(call('GET', '/v1/customers', 'per_page=20', null));
const { data } = JSON.parse(String(page.body)) as { data: { id: string }[] };
const one = `/v1/customers/${data[0]?.id}`;
const customer = (at: number): string =>
  `{"email":"c${at}@example.org","first_name":"Jane","last_name":"Doe","external_id":"bench-${at}"}`;
const invalid = '{"customer_id":"x","items":[{"sku_id":1,"quantity":1,"billing_cycle":"weekly"}]}';

type Sent = { status: number; call: (at: number) => Call };
const cases: Record<string, Sent> = {
  'GET one': { status: 200, call: () => call('GET', one, '', null) },
  'GET list of 20': { status: 200, call: () => call('GET', '/v1/customers', 'per_page=20', null) },
  'POST 201': { status: 201, call: (at) => call('POST', '/v1/customers', '', customer(at)) },
  [ORDER.name]: {
    status: ORDER.status,
    call: (at) =>
      call(ORDER.method, ORDER.path, '', ORDER.body?.replaceAll('%d', String(at)) ?? '', `bench-${at}`),
  },
  'POST 422': { status: 422, call: () => call('POST', '/v1/orders', '', invalid) },
};

function assertStatus(name: string, expected: number, reply: Reply): void {
  if (reply.status !== expected) throw new Error(`${name}: status ${reply.status}: ${String(reply.body)}`);
}

/** Returns the CPU time of the process in µs. The time of the main thread alone has steps of milliseconds on Linux. */
const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function batchUs(name: string, { status, call: make }: Sent): Promise<number> {
  const made = Array.from({ length: BATCH }, (_, at) => make(at));
  const began = cpuUs();
  for (const each of made) {
    const answered = app.handle(each);
    assertStatus(name, status, answered instanceof Promise ? await answered : answered);
  }
  const us = (cpuUs() - began) / BATCH;
  // Each batch finds the same world. The reset is not measured.
  app.reset();
  return us;
}

const measured = Object.entries(cases).filter(([name]) => name.includes(chosen));
const batches = new Map<string, number[]>(measured.map(([name]) => [name, []]));
for (let at = -WARM_UP_BATCHES; at < BATCHES; at++) {
  for (const [name, sent] of measured) {
    const us = await batchUs(name, sent);
    if (at >= 0) batches.get(name)?.push(us);
  }
}
// Other processes only ever slow a batch, so the lower quartile varies less than the median.
const result: InProcessResult = Object.fromEntries(
  [...batches].map(([name, values]) => [name, spreadOf(values).low]),
);
process.stdout.write(JSON.stringify(result));
await app.close();
process.exit(0);
