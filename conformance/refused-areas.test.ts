// Tests that a deployment that refuses every write of one area is never called conformant, and that its statement
// does not pass the gate.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matchRoute, operations } from '../src/contract/operations.ts';
import { attestCommand, gateCommand } from '../src/suite/cli/attest-commands.ts';
import type { Io } from '../src/suite/cli/io.ts';
import { formatReport } from '../src/suite/formats/formats.ts';
import { virtualClock } from '../src/suite/model/clock.ts';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { catalogue } from './index.ts';
import { createReferenceServer } from './testing/reference-server.ts';

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];
const cases = areas.flatMap((area) => [403, 422, 400, 409].map((status) => [area, status] as const));

/** Runs the suite against a reference server that refuses every write of an area to callers with a credential. */
async function runRefusing(area: string, status: number): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 8));
  const server = createReferenceServer({}, clock.now, clock.sleep);
  const base = '/shop/v1';
  return conform({
    catalogue,
    clock,
    seed: 7,
    runId: 'hc-refused',
    mode: 'full',
    target: {
      baseUrl: `http://127.0.0.1:1${base}`,
      name: 'staging',
      credentials: server.credentials,
      capabilities: server.capabilities,
      bodies: server.bodies,
      values: server.values,
    },
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(base.length);
      const called = request.method === 'GET' ? undefined : matchRoute(request.method, path)?.operation;
      if (called?.area === area && request.headers.has('authorization')) {
        const error = { code: 'NOT_TODAY', message: 'This is refused.' };
        return Response.json({ error }, { status });
      }
      const { status: answered, headers, body } = await server.fetch(request);
      return new Response(body, { status: answered, headers });
    },
  });
}

test.each(sampled(cases, 6))(
  'a server that refuses every write in the area %s with %i is not conformant',
  async (area, status) => {
    const report = await runRefusing(area, status);
    expect(['incomplete', 'nonconformant', 'vacuous']).toContain(report.verdict);
    expect(report.sentences?.unjudged.filter(({ open }) => open).length).toBeGreaterThan(0);
  },
);

test('a server that refuses every order is incomplete, its statement lists the unjudged sentences, and the gate refuses it', async () => {
  const report = await runRefusing('orders', 403);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 7, summary: { fail: 0 } });
  const finding = report.results.find(({ id }) => id === 'operations/accept-valid-requests@createOrder');
  expect(finding?.message).toMatch(
    /^createOrder accepted none of \d+ valid requests? \(403 NOT_TODAY This is refused\.\); give a credential/,
  );
  // The finding that keeps checks from judging is printed first and in full, though it is a warning.
  const text = formatReport('console', report, { colour: false });
  expect(text).toMatch(/^WARN {2}operations\/accept-valid-requests@createOrder\n/);
  expect(text).toContain(
    'give a credential that may call createOrder (credentials.tenantA was answered 403)',
  );
  expect(text).toMatch(
    /\d+ sentences \(set-up refused\): because of operations\/accept-valid-requests@createOrder \(/,
  );
  expect(text).not.toContain('give values.skuId');
  const folder = mkdtempSync(join(tmpdir(), 'hc-refused-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = write('ours.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const publicFile = write('ours.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  let printed = '';
  const io: Io = {
    stdout: (text) => {
      printed += text;
    },
    stderr: { write: () => {} },
    colour: false,
    env: {},
  };
  const now = Date.parse('2026-11-20T12:00:00Z');
  const attest = (name: string, from: Report): Promise<number> =>
    attestCommand(
      { from: write(`${name}.json`, JSON.stringify(from)), key, out: join(folder, `${name}.jws`) },
      io,
      now,
    );
  expect(await attest('refused', report)).toBe(0);
  const [, body = ''] = readFileSync(join(folder, 'refused.jws'), 'utf8').split('.');
  const statement = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  expect(statement.verdict).toBe('incomplete');
  expect(statement.sentences.judged).toEqual(report.sentences?.judged);
  expect(statement.sentences.unjudged).toContainEqual({
    sentence: 'endpoints/create-order',
    cause: 'setup-refused',
    open: true,
  });
  const flags = { publicKey: publicFile, target: 'staging' };
  expect(await gateCommand([join(folder, 'refused.jws')], flags, io, now)).toBe(1);
  expect(printed).toMatch(
    /^no: staging: incomplete \(\d+ stated sentences unjudged: .*endpoints\/create-order \(setup-refused\)/m,
  );
  // An edited verdict contradicts the list of sentences.
  expect(await attest('edited', { ...report, verdict: 'conformant' })).toBe(2);
});
