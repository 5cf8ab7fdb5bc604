// Serves the mock with one defect or variant injected, on a port of its own, so that every tool can be tried on it.
// Prints one line when it listens, and one line when it ends. node tools/peers/server.ts [--row
// 'isolation/changes-foreign-record[updateCustomer]'] [--limits A]
import { parseArgs } from 'node:util';
import { defects, variants } from '../../conformance/defects/index.ts';
import { hostingMock } from '../../mocks/index.ts';
import { openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import type { Call, Reply } from '../../src/server/http/call.ts';
import { listen } from '../../src/server/http/listen.ts';
import { toClientRequest } from '../bite/client-request.ts';
import { type AnyContent, createMutantMock } from '../bite/mutant-mock.ts';
import { targetConfig } from '../bite/target.ts';
import { plainCalls, SETTLING } from './calls.ts';
import type { Ready } from './server-ready.ts';

const USAGE = `node tools/peers/server.ts [--row id] [--limits off|A|B] [--port n]
  --row id     the defect or variant to inject: one of conformance/defects/; left out: the mock without defects
  --limits     the mock's rate limits (off)
  --port n     0, any free port, when left out
It prints {"baseUrl", "target", "tokens", "calls"} when it listens, and {"requests"} when SIGTERM ends it.`;

const { values } = parseArgs({
  options: {
    row: { type: 'string' },
    limits: { type: 'string', default: 'off' },
    port: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const row = [...defects, ...variants].find(({ id }) => id === values.row);
if (values.row !== undefined && !row) end(`There is no defect and no variant ${values.row}.`);
const { limits } = values;
if (limits !== 'off' && limits !== 'A' && limits !== 'B') end(`--limits is off, A or B, not ${limits}.`);

const mock = createMutantMock(
  hostingMock as unknown as AnyContent,
  {
    seed: 1,
    world: 'demo',
    // The setup advances the mock's clock by SETTLING, so the clock starts earlier by the same time and shows the present
    // time after the setup.
    clock: new Date(Date.now() - SETTLING).toISOString(),
    limits,
    // The limit of logins is high, so that a tool that logs in often does not have to wait.
    limitsAuth: limits === 'off' ? 1_000_000 : 300,
    fault: () => {},
  },
  row ? [row.inject] : [],
);
const calls = plainCalls(mock.app);
const outbox = openOutbox(mock.app.world, hostingMock as unknown as AnyContent, {
  scope: 'loopback',
  fault: () => {},
});

let requests = 0;
const BASE = '/v1';
function answer(call: Call): Reply | Promise<Reply> {
  requests += 1;
  const { method, path, query, headers, body } = call;
  if (call.malformed || call.bodyTooLarge) return mock.app.handle(call);
  const below = path === BASE || path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : `/..${path}`;
  const text = body === null ? '' : new TextDecoder().decode(body);
  const spelled = Object.keys(headers);
  return mock.answer(
    toClientRequest({ method, path: below, query, headers, headerNames: spelled, text }),
    body,
  );
}

const server = await listen(answer, { port: Number(values.port) });
const baseUrl = `${server.origin}${BASE}`;
const tokens: Ready['tokens'] = {};
for (const [name, { token, apiKey }] of Object.entries(mock.app.personas))
  tokens[name] = String(token ?? apiKey ?? '');
const ready: Ready = { baseUrl, target: { ...targetConfig(mock), baseUrl }, tokens, calls };
console.log(JSON.stringify(ready));

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    console.log(JSON.stringify({ requests }));
    setTimeout(() => process.exit(0), 1500).unref();
    await Promise.all([server.close(), outbox.close()]);
    process.exit(0);
  });

function end(message: string): never {
  console.error(`error: ${message}`);
  process.exit(2);
}
