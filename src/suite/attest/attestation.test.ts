// Tests `attest`, `verify` and `gate` through their command functions; an independent library verifies the signed
// statements too.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSPKI, jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { attestCommand, gateCommand, verifyCommand } from '../cli/attest-commands.ts';
import type { Io } from '../cli/io.ts';
import type { Report } from '../report/report.ts';
import { runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'hc-attest-'));
const at = (name: string): string => join(folder, name);
const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

function pair(name: string): { key: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    key: file(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    publicKey: file(`${name}.pub`, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  };
}

const ours = pair('ours');
const theirs = pair('theirs');

let green: Report;
let red: Report;
/** The current time of every test in this file, in milliseconds since 1970. */
const NOW = Date.parse('2026-11-20T12:00:00Z');
const STARTED = '2026-11-20T11:00:00.000Z';

beforeAll(async () => {
  const target = { baseUrl: 'http://127.0.0.1/v1', name: 'staging' };
  green = { ...(await runSuite(tinyTarget())), startedAt: STARTED, target };
  const broken = tinyTarget();
  broken.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? { status: 500, body: 'x' } : undefined;
  red = { ...(await runSuite(broken)), startedAt: STARTED, target };
});

/**
 * Runs a command function.
 * @returns its exit code and its output
 */
async function run(command: (io: Io) => Promise<number>, env: Io['env'] = {}) {
  let out = '';
  let err = '';
  const io: Io = {
    stdout: (text) => {
      out += text;
    },
    stderr: { write: (text: string) => (err += text) },
    colour: false,
    env,
  };
  const code = await command(io);
  return { code, out, err };
}

let written = 0;
/**
 * Writes a signed statement about a report to a file.
 * @returns the path of that file
 */
async function attested(
  report: Report,
  flags: Partial<Parameters<typeof attestCommand>[0]> = {},
): Promise<string> {
  written += 1;
  const out = at(`${written}.jws`);
  const from = file(`${written}.json`, JSON.stringify(report));
  const { code, err } = await run((io) => attestCommand({ from, key: ours.key, out, ...flags }, io, NOW));
  expect(err).not.toMatch(/error/);
  expect(code).toBe(0);
  return out;
}

const verified = (files: string[], flags: { publicKey?: string; report?: string } = {}, now = NOW) =>
  run((io) => verifyCommand(files, { publicKey: ours.publicKey, ...flags }, io, now));

const gated = (files: string[], flags: Partial<Parameters<typeof gateCommand>[1]> = {}, now = NOW) =>
  run((io) => gateCommand(files, { publicKey: ours.publicKey, target: 'staging', ...flags }, io, now));

test('verify accepts a statement that attest signed, and the statement has a verdict for each requirement', async () => {
  const statement = await attested(red, { targetVersion: '1.4.2' });
  const { code, out } = await verified([statement], { report: statement.replace('.jws', '.json') });
  expect(out).toMatch(/sound: staging 1\.4\.2 nonconformant, contract .*, profile stated/);
  expect(code).toBe(0);
});

test('an independent JWS library verifies a statement that attest signed', async () => {
  const text = readFileSync(await attested(red, { targetVersion: '1.4.2' }), 'utf8').trim();
  const key = await importSPKI(readFileSync(ours.publicKey, 'utf8'), 'EdDSA');
  const { payload } = await jwtVerify(text, key, { currentDate: new Date(NOW), subject: 'staging' });
  expect(payload).toMatchObject({
    verdict: 'nonconformant',
    contract: red.contract,
    register: { sentences: 5 },
    target: { version: '1.4.2' },
    requirements: { 'customers/read': 'fail', 'customers/list': 'pass' },
  });
  await expect(jwtVerify(text, key, { currentDate: new Date(NOW + 91 * 864e5) })).rejects.toThrow(/exp/);
});

test('a signed statement becomes invalid when any character is changed', async () => {
  const text = readFileSync(await attested(green), 'utf8').trim();
  // Every seventh character is changed, which reaches every part of the token. The last character is left out: some of
  // its bits do not belong to the signature.
  const places = [...Array.from({ length: Math.floor(text.length / 7) }, (_, i) => i * 7), text.length - 1];
  for (const place of places) {
    const other = text[place] === 'A' ? 'B' : 'A';
    const changed = file('changed.jws', text.slice(0, place) + other + text.slice(place + 1));
    const { code, out } = await verified([changed]);
    expect({ code, place }, out).toEqual({ code: 1, place });
  }
});

test('a statement whose header names no algorithm, or an algorithm other than EdDSA, is invalid', async () => {
  const [, body, signature] = readFileSync(await attested(green), 'utf8')
    .trim()
    .split('.');
  for (const header of [{ alg: 'none' }, { alg: 'HS256' }, {}, { alg: 'eddsa' }]) {
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    for (const sign of ['', signature]) {
      const { code, out } = await verified([file('forged.jws', `${head}.${body}.${sign}`)]);
      expect(out).toMatch(/not with EdDSA/);
      expect(code).toBe(1);
    }
  }
});

test('verify refuses a statement that is signed with another key, is about another report or has expired, and states which', async () => {
  const statement = await attested(green, { validFor: '30d' });
  expect((await verified([statement], { publicKey: theirs.publicKey })).out).toMatch(
    /signed with another key/,
  );
  const other = file('other.json', JSON.stringify(red));
  expect((await verified([statement], { report: other })).out).toMatch(/not of the report/);
  const late = await verified([statement], {}, NOW + 31 * 864e5);
  expect(late.out).toMatch(/out of date since 2026-12-20T11:00:00.000Z/);
  expect(late.code).toBe(1);
});

test('attest and verify refuse an input that they cannot sign or read with one line of advice', async () => {
  const from = file('green.json', JSON.stringify(green));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const wrongKind = file('rsa.key', rsa.export({ type: 'pkcs8', format: 'pem' }).toString());
  const calls: [Parameters<typeof attestCommand>[0], RegExp][] = [
    [{ from }, /name the private key: --key/],
    [{ from, key: at('nowhere') }, /cannot be read \(ENOENT\)/],
    [{ from, key: from }, /holds no private key .*openssl genpkey/],
    [{ from, key: wrongKind }, /is a rsa key, and an Ed25519 key signs here/],
    [{ from, key: ours.key, out: from }, /is there already/],
    [{ from, key: ours.key, validFor: 'long' }, /--valid-for takes/],
    [{ from: ours.publicKey, key: ours.key }, /neither JSON/],
  ];
  for (const [flags, why] of calls) {
    const { code, err, out } = await run((io) => attestCommand(flags, io, NOW));
    expect(err).toMatch(why);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  }
  const part = { ...green, shard: { index: 1, of: 2, selection: 'x' } };
  const ofPart = await run((io) =>
    attestCommand({ from: file('part.json', JSON.stringify(part)), key: ours.key }, io, NOW),
  );
  expect(ofPart.err).toMatch(/conform merge/);
});

test('attest reads the signing key from the environment variable when no key file is given', async () => {
  const from = file('env.json', JSON.stringify(green));
  const { code, out } = await run((io) => attestCommand({ from }, io, NOW), {
    HOSTING_CONTRACT_SIGNING_KEY: readFileSync(ours.key, 'utf8'),
  });
  expect(code).toBe(0);
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
});

test('gate accepts a version with a complete passing run, and refuses a failed run, a run of another version, and no run', async () => {
  const good = await attested(green, { targetVersion: '2' });
  const bad = await attested(red, { targetVersion: '1' });
  const may = await gated([good, bad], { targetVersion: '2' });
  expect(may.out).toMatch(/^yes: staging 2: conformant with contract/m);
  expect(may.out).toMatch(
    /^staging +contract .*\n1 +nonconformant \(\d+\), stated.*\n2 +conformant, stated, 2026-11-20/,
  );
  expect(may.code).toBe(0);
  expect(await gated([good, bad], { targetVersion: '1' })).toMatchObject({ code: 1 });
  expect((await gated([good, bad], { targetVersion: '3' })).out).toMatch(
    /^no: staging 3: no statement about/m,
  );
  expect((await gated([good, bad], { targetVersion: '1', dryRun: true })).code).toBe(0);
  const elsewhere = await gated([good], { target: 'production' });
  expect(elsewhere.out).toMatch(/nothing is stated about production, only about staging/);
  expect(elsewhere.code).toBe(1);
});

test('the newest complete run determines gate’s decision; a partial run can only refuse; a run with a less strict profile does not replace one with a stricter profile', async () => {
  const later = '2026-11-20T11:30:00.000Z';
  const old = await attested(green, { targetVersion: '2' });
  const red2 = await attested({ ...red, startedAt: later }, { targetVersion: '2' });
  expect((await gated([old, red2])).out).toMatch(/^no: staging 2: nonconformant/m);
  expect(
    (
      await gated([
        await attested({ ...red }, { targetVersion: '2' }),
        await attested({ ...green, startedAt: later }, { targetVersion: '2' }),
      ])
    ).code,
  ).toBe(0);
  const choice = {
    size: 'quick',
    limit: 60,
    checks: { asked: 1, of: 2 },
    requirements: { asked: 1, of: 2, notAsked: [] },
  } as const;
  const small = await attested(
    { ...green, choice: { ...choice, requirements: { ...choice.requirements, notAsked: [] } } } as Report,
    { targetVersion: '2' },
  );
  expect((await gated([small])).out).toMatch(/no statement of a whole run/);
  const smallRed = await attested({ ...red, startedAt: later, choice } as unknown as Report, {
    targetVersion: '2',
  });
  expect((await gated([old, smallRed])).code).toBe(1);
  expect((await gated([old], { profile: 'contract' })).code).toBe(1);
  expect((await gated([await attested({ ...green, profile: 'contract' })], { profile: 'stated' })).code).toBe(
    0,
  );
});

test('gate accepts a passing run only until its statement expires, and only for the version of the contract that it tested', async () => {
  const good = await attested(green, { validFor: '7d' });
  expect((await gated([good], {}, NOW + 8 * 864e5)).out).toMatch(/could be relied on until 2026-11-27/);
  expect((await gated([good], { contract: '99.0.0' })).code).toBe(1);
  expect((await gated([good], { contract: green.contract.version })).code).toBe(0);
});

test('gate ignores a statement that is signed with another key, and names its file', async () => {
  const from = file('theirs.json', JSON.stringify(green));
  await run((io) => attestCommand({ from, key: theirs.key, out: at('theirs.jws') }, io, NOW));
  const { code, err, out } = await gated([at('theirs.jws')]);
  expect(err).toMatch(/does not count: signed with another key/);
  expect(out).toMatch(/^no:/m);
  expect(code).toBe(1);
});

test('gate refuses a run that was limited by a filter or used a less permissive mode than requested', async () => {
  const narrow = {
    ...(await runSuite(tinyTarget(), { only: ['customers/'] })),
    startedAt: STARTED,
    target: green.target,
  };
  expect(narrow).toMatchObject({ verdict: 'conformant', filter: { only: ['customers/'] } });
  const filtered = await gated([await attested(narrow)]);
  expect(filtered.out).toMatch(/no statement of a whole run .*--only customers\//);
  expect(filtered.code).toBe(1);
  const without = { ...green, filter: { only: [], skip: ['auth'] } };
  expect((await gated([await attested(without)])).code).toBe(1);
  const timid = await attested({ ...green, mode: 'read-only' });
  expect((await gated([timid])).out).toMatch(/mode read-only/);
  expect((await gated([timid], { mode: 'read-only' })).code).toBe(0);
});

test('gate exits with 2 when a statement was changed after signing, because the original may have reported a failure', async () => {
  const good = await attested(green);
  const cut = file('cut.jws', readFileSync(await attested(red), 'utf8').slice(0, 400));
  const { code, err } = await gated([cut, good]);
  expect(err).toMatch(/cut\.jws cannot be believed/);
  expect(code).toBe(2);
});

test('gate finds a target by name and by address, and prefers the failed run when two runs have the same time', async () => {
  const { baseUrl } = green.target;
  const nameless = await attested({ ...red, startedAt: '2026-11-20T11:30:00.000Z', target: { baseUrl } });
  const named = await attested(green);
  expect((await gated([named, nameless])).code).toBe(1);
  expect((await gated([named, nameless], { target: baseUrl })).code).toBe(1);
  const atOnce = await attested(red);
  for (const order of [
    [named, atOnce],
    [atOnce, named],
  ])
    expect((await gated(order)).code).toBe(1);
});

test('gate states which known findings and unjudged results a passing run has', async () => {
  const agreed = { ...green, summary: { ...green.summary, baselined: 3, 'not-applicable': 4 } };
  expect((await gated([await attested(agreed)])).out).toMatch(
    /^yes: .*; 3 known findings agreed to; 4 checks and rules not judged/m,
  );
});

test('attest refuses a report that contradicts itself, because no run can have written it', async () => {
  const contradictions: [object, RegExp][] = [
    [{ startedAt: '2099-01-01T00:00:00Z' }, /yet to come/],
    [{ startedAt: 'never' }, /no time/],
    [{ verdict: 'banana' }, /its verdict is banana/],
    [{ profile: 'toString' }, /its profile is/],
    [{ contract: undefined }, /which contract/],
    [{ coverage: { operations: {} } }, /which checks/],
    [{ results: red.results }, /holds a breach/],
  ];
  for (const [change, why] of contradictions) {
    const from = file('odd.json', JSON.stringify({ ...green, ...change }));
    const { code, err } = await run((io) => attestCommand({ from, key: ours.key }, io, NOW));
    expect(err).toMatch(why);
    expect(code).toBe(2);
  }
  const from = file('whole.json', JSON.stringify(green));
  for (const flags of [{ out: at('no/such/x.jws') }, { validFor: '99999999999h' }, { validFor: '99999d' }]) {
    const { code, err } = await run((io) => attestCommand({ from, key: ours.key, ...flags }, io, NOW));
    expect(err).toMatch(/^error: .*\n$/);
    expect(code).toBe(2);
  }
});

test('verify compares the report byte by byte, and a line break in a name of a statement adds no line to its output', async () => {
  const report = { ...green, reasons: ['\ufffd'] };
  const statement = await attested(report, { targetVersion: '1\nyes: 2' });
  const bytes = Buffer.from(JSON.stringify(report));
  bytes[bytes.indexOf(Buffer.from('\ufffd'))] = 0xff;
  writeFileSync(at('other-bytes.json'), bytes);
  expect((await verified([statement], { report: at('other-bytes.json') })).out).toMatch(/not of the report/);
  const { out } = await gated([statement], { targetVersion: '2' });
  expect(out).not.toMatch(/^yes/m);
});
