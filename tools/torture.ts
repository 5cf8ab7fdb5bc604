// Tortures stored worlds: writers and readers use mocks that share one store, while the mocks are killed, stopped and
// continued, the database is restarted, its connections are cut and the disk is full. Afterwards every acknowledgement and
// every read must agree with one order of all changes. In between, worlds are deleted and made anew, deliveries are
// counted, and a file is overwritten.
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endProcesses, type MockProcess, startMock as startProcess } from '../bin/testing/processes.ts';
import { receiver } from '../src/control/webhook-delivery/testing/receiver.ts';
import { type LossyProxy, lossyProxy } from '../src/storage/testing/lossy-proxy.ts';
import { type PostgresServer, startPostgres } from '../src/storage/testing/postgres-server.ts';
import { createRandom } from '../src/suite/model/random.ts';
import { endServers } from './testing/servers.ts';

const USAGE = `npm run torture -- [--state sqlite|postgres] [--seconds 60] [--seed 1]
  --state    the store; both, one after the other, when left out
  --seconds  how long the writers and readers run`;

/** How long a request may take, in ms. */
const REQUEST_MS = 20_000;
/** How long all requests together may take at the end, in ms. */
const SETTLE_MS = 120_000;

type TortureOptions = {
  state: 'sqlite' | 'postgres';
  seconds: number;
  seed?: number;
};

/** A top-up of a wallet, or a read of its balance. Times are in ms of `performance.now`. */
type Step = {
  readonly world: string;
  /** what a top-up adds; 0 for a read */
  readonly amount: number;
  readonly key: string;
  /** when the first request was sent, and when the acknowledgement arrived */
  readonly began: number;
  ended: number | null;
  /** the balance in the reply */
  balance: number | null;
};

type TortureResult = {
  acknowledged: number;
  reads: number;
  faults: Record<string, number>;
  /** how often each case of its own was judged */
  judged: Record<string, number>;
  /** replies by status; 0 for none */
  statuses: Record<string, number>;
  /** the time of the acknowledged requests, in ms */
  p50: number;
  p99: number;
  /** what contradicts one order of all changes; empty when nothing does */
  findings: string[];
};

// Starts a mock on a store and waits until it listens. The database may be starting: then it is tried again.
async function startMock(state: string): Promise<MockProcess> {
  for (let tries = 0; ; tries += 1)
    try {
      const mock = await startProcess(['--limits', 'off', '--clock', 'frozen', '--state', state]);
      // Nobody reads the log, which grows with every request.
      mock.child.stdout.removeAllListeners('data').resume();
      return mock;
    } catch (error) {
      if (tries >= 20) throw error;
      await pause(250);
    }
}

process.once('exit', endProcesses);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs writers, readers and faults, and compares what they saw with one order of all changes. */
export async function torture({ state, seconds, seed = 1 }: TortureOptions): Promise<TortureResult> {
  const { number: random } = createRandom(seed, 'torture');
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  const postgres = state === 'postgres' ? await startPostgres() : null;
  const file = join(folder, 'worlds.db');
  const proxy = postgres && (await lossyProxy());
  const address =
    postgres && proxy ? proxy.url(postgres.url(await postgres.createDatabase())) : `sqlite:${file}`;
  const mocks: MockProcess[] = [];
  const steps: Step[] = [];
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const faults: Record<string, number> = {};
  try {
    mocks.push(await startMock(address));
    // A SQLite file serves one mock.
    if (postgres) mocks.push(...(await Promise.all([startMock(address), startMock(address)])));
    const [first] = mocks;
    if (!first) throw new Error('No mock was started.');
    const { apiKey } = first.personas.owner ?? {};
    const worlds = ['w0', 'w1'];
    const send = async (path: string, body?: object, key = ''): Promise<{ status: number; text: string }> => {
      const mock = mocks[Math.floor(random() * mocks.length)] ?? first;
      const sent = performance.now();
      try {
        const reply = await fetch(`${mock.origin}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        const text = await reply.text();
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        if (reply.ok) times.push(performance.now() - sent);
        return { status: reply.status, text };
      } catch (error) {
        statuses[0] = (statuses[0] ?? 0) + 1;
        return { status: 0, text: String(error) };
      }
    };
    for (const name of worlds) {
      const made = await send('/_mock/v1/worlds', { name });
      if (made.status !== 201) throw new Error(`The world ${name} cannot be made: ${made.text}`);
    }

    // Sends a step once; its reply may be lost.
    const attempt = async (step: Step): Promise<void> => {
      const path = `/w/${step.world}/v1/wallet`;
      const { status, text } = await (step.amount > 0
        ? send(`${path}/topup`, { amount: step.amount }, step.key)
        : send(path));
      if (status >= 500 || status === 0) return;
      if (status !== 200 && status !== 201) throw new Error(`A request got ${status}: ${text.slice(0, 300)}`);
      const reply = JSON.parse(text) as { balance_after_amount?: number; balance_amount?: number };
      step.balance = reply.balance_after_amount ?? reply.balance_amount ?? null;
      step.ended = performance.now();
    };
    let made = 0;
    const newStep = (world: string, isWrite: boolean): Step => {
      made += 1;
      const step: Step = {
        world,
        // Distinct amounts, so that no two changes can stand for each other.
        amount: isWrite ? 1000 + made : 0,
        key: `torture-${seed}-${made}`,
        began: performance.now(),
        ended: null,
        balance: null,
      };
      steps.push(step);
      return step;
    };
    const findings: string[] = [];
    const initial = new Map<string, number>();
    for (const world of worlds) {
      const read = newStep(world, false);
      await attempt(read);
      initial.set(world, read.balance ?? Number.NaN);
    }

    const until = performance.now() + seconds * 1000;
    const isOver = (): boolean => performance.now() >= until;
    const client = async (isWriter: boolean): Promise<void> => {
      while (!isOver()) {
        const world = worlds[Math.floor(random() * worlds.length)] ?? '';
        const step = newStep(world, isWriter);
        await attempt(step);
        // An unknown outcome is asked again with the same key, now and then at once.
        if (step.ended === null && isWriter && random() < 0.5) await attempt(step);
        if (step.ended === null) await pause(20);
      }
    };
    const restart = async (index: number, at = address): Promise<void> => {
      const { child } = mocks[index] as MockProcess;
      const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      mocks[index] = await startMock(at);
    };
    // Sends a request until it has a reply other than 5xx, which may be that to a second try.
    const call = async (
      mock: MockProcess | undefined,
      path: string,
      body?: object,
      method = body && 'POST',
    ) => {
      for (let tries = 0; tries < 50; tries += 1) {
        const reply = await fetch(`${mock?.origin}${path}`, {
          method: method ?? 'GET',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': encodeURI(`${path}${JSON.stringify(body)}`),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(REQUEST_MS),
        }).catch(() => null);
        const text = await reply?.text().catch(() => null);
        if (reply && reply.status < 500 && text != null) return { status: reply.status, text, tries };
        await pause(100);
      }
      throw new Error(`${path} got no reply.`);
    };
    // Makes a world; its first reply may have been lost.
    const makeWorld = async (mock: MockProcess | undefined, name: string): Promise<void> => {
      const { status, tries, text } = await call(mock, '/_mock/v1/worlds', { name });
      if (status !== 201 && !(status === 409 && tries > 0)) findings.push(`${name} is not made: ${text}`);
    };
    const topUp = async (mock: MockProcess | undefined, world: string, amount: number): Promise<void> => {
      const { status, text } = await call(mock, `/w/${world}/v1/wallet/topup`, { amount });
      if (status !== 201) findings.push(`a top-up of ${world} got ${status}: ${text}`);
    };
    const judged: Record<string, number> = {};
    const cases: Record<string, (name: string) => Promise<void>> = {
      /** Deletes a world through one mock and makes it anew through another: it begins as every new world does. */
      async recreate(name) {
        const [one, other] = [mocks[0], mocks.at(-1)];
        const stateOf = async (mock: MockProcess | undefined): Promise<string> => {
          const wallet = await call(mock, `/w/${name}/v1/wallet`);
          const list = await call(mock, `/w/${name}/v1/payments?per_page=100`);
          if (wallet.status !== 200 || list.status !== 200)
            findings.push(`${name} is not served: ${list.text}`);
          return wallet.text + list.text;
        };
        const expectState = async (state: string): Promise<void> => {
          for (const mock of [one, other])
            if ((await stateOf(mock)) !== state) findings.push(`${name} was taken for another world`);
        };
        await makeWorld(one, name);
        const initial = await stateOf(one);
        const count = 1 + Math.floor(random() * 5);
        for (let at = 0; at < count; at += 1) await topUp(one, name, 1000 + at);
        await expectState(await stateOf(one));
        await call(other, `/_mock/v1/worlds/${name}`, undefined, 'DELETE');
        await makeWorld(other, name);
        await expectState(initial);
        for (let at = 0; at < 3; at += 1) await topUp(other, name, 2000 + at);
        await expectState(await stateOf(other));
        await topUp(one, name, 3000);
        await expectState(await stateOf(one));
        const { status } = await call(one, `/_mock/v1/worlds/${name}`, undefined, 'DELETE');
        if (status !== 200) findings.push(`${name} is not deleted: ${status}`);
      },
      /** Changes a world through all mocks: each message is delivered once. */
      async deliver(name) {
        const hooks = await receiver();
        await makeWorld(mocks[0], name);
        await call(mocks[0], `/w/${name}/v1/webhooks`, { url: hooks.url, events: ['wallet.topped_up'] });
        const amounts = Array.from({ length: 20 }, (_, at) => 1000 + at);
        await Promise.all(amounts.map((amount, at) => topUp(mocks[at % mocks.length], name, amount)));
        const until = performance.now() + REQUEST_MS;
        const isDone = async (): Promise<boolean> =>
          JSON.parse((await call(mocks[0], `/_mock/v1/outbox?world=${name}`)).text).waiting === 0;
        while (performance.now() < until && !(hooks.received.length >= amounts.length && (await isDone())))
          await pause(50);
        const ids = new Set(hooks.received.map(({ headers }) => headers['webhook-id']));
        if (ids.size !== amounts.length || hooks.received.length !== amounts.length)
          findings.push(
            `${ids.size} of ${amounts.length} messages of ${name} came ${hooks.received.length} times`,
          );
      },
      /** Copies a backup over an open file and its log: no change is acknowledged afterwards, nor an end without loss. */
      async overwrite(name) {
        const path = join(folder, `${name}.db`);
        const mock = await startMock(`sqlite:${path}`);
        try {
          await topUp(mock, 'demo', 1000);
          for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${path}${end}-backup`);
          await topUp(mock, 'demo', 1001);
          for (const end of random() < 0.5 ? [''] : ['', '-wal'])
            copyFileSync(`${path}${end}-backup`, `${path}${end}`);
          const ended = once(mock.child, 'exit');
          const { status } = await fetch(`${mock.origin}/v1/wallet/topup`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${mock.personas.owner?.apiKey}`,
              'content-type': 'application/json',
            },
            body: '{"amount":1002}',
          });
          mock.child.kill('SIGTERM');
          const [code] = await ended;
          if (status !== 503 || code !== 1)
            findings.push(`${name} was overwritten: a change got ${status}, and the mock ended with ${code}`);
        } finally {
          mock.child.kill('SIGKILL');
        }
      },
    };
    const nemesis = async (): Promise<void> => {
      const kinds = postgres
        ? ['lose', 'recreate', 'kill', 'deliver', 'stop', 'cut', 'restart']
        : ['kill', 'recreate', 'stop', 'deliver', 'kill', 'overwrite', 'full'];
      // Each kind at least once.
      for (let turn = 0; turn < kinds.length || !isOver(); turn += 1) {
        await pause(300 + random() * 700);
        const kind = kinds[turn % kinds.length] ?? 'kill';
        const index = Math.floor(random() * mocks.length);
        faults[kind] = (faults[kind] ?? 0) + 1;
        if (kind === 'kill') await restart(index);
        if (kind === 'stop') {
          mocks[index]?.child.kill('SIGSTOP');
          // On PostgreSQL longer than a transaction may stand still.
          await pause(postgres && random() < 0.3 ? 6000 : 500);
          mocks[index]?.child.kill('SIGCONT');
        }
        if (kind === 'cut') await cut(postgres as PostgresServer);
        if (kind === 'restart') await (postgres as PostgresServer).restart();
        // A base is stored in the turn whose acknowledgement is lost.
        if (kind === 'lose') {
          (proxy as LossyProxy).loseNext(/base_seq = /);
          await send('/_mock/v1/snapshots?world=w0', { name: 'one' });
        }
        await cases[kind]?.(`${kind}-${turn}`);
        if (kind in cases) judged[kind] = (judged[kind] ?? 0) + 1;
        if (kind === 'full') {
          const megabytes = Math.max(1, Math.floor(statSync(file).size / 1_048_576));
          await restart(index, `${address}?max_mb=${megabytes}`);
          await pause(700);
          await restart(index);
        }
      }
    };
    const clients = Array.from({ length: 6 }, () => [client(true), client(false)]).flat();
    await Promise.all([...clients, nemesis()]);

    // Every write of unknown outcome is asked again until it is acknowledged.
    const settleUntil = performance.now() + SETTLE_MS;
    for (const step of steps)
      while (step.amount > 0 && step.ended === null && performance.now() < settleUntil) {
        await attempt(step);
        if (step.ended === null) await pause(50);
      }
    for (const [index] of mocks.entries())
      for (const world of worlds) {
        const read = newStep(world, false);
        const path = `${mocks[index]?.origin}/w/${world}/v1/wallet`;
        const reply = await fetch(path, { headers: { authorization: `Bearer ${apiKey}` } });
        read.balance = ((await reply.json()) as { balance_amount: number }).balance_amount;
        read.ended = performance.now();
      }
    for (const world of worlds)
      findings.push(
        ...contradictions(
          steps.filter((step) => step.world === world),
          initial.get(world) ?? 0,
        ),
      );
    times.sort((a, b) => a - b);
    return {
      acknowledged: steps.filter(({ amount, ended }) => amount > 0 && ended !== null).length,
      reads: steps.filter(({ amount, ended }) => amount === 0 && ended !== null).length,
      ...{ faults, judged, statuses, findings },
      p50: times[Math.floor(times.length / 2)] ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
    };
  } finally {
    for (const { child } of mocks) child.kill('SIGKILL');
    endServers();
    proxy?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function cut(postgres: PostgresServer): Promise<void> {
  await postgres.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hosting-contract'",
  );
}

/**
 * Compares the steps of one world with the only order that they can have. Each top-up says the balance after it, so that
 * the top-ups must form a chain from the first balance to the last one, and each read must show one of its links: not an
 * earlier one than was acknowledged or read before the read began, and no later one than was begun when it ended.
 */
export function contradictions(steps: readonly Step[], initial: number): string[] {
  const findings: string[] = [];
  const writes = steps.filter(({ amount }) => amount > 0);
  const chain = writes
    .filter((step) => step.balance !== null)
    .sort((a, b) => (a.balance ?? 0) - (b.balance ?? 0));
  const say = ({ key, amount, balance }: Step, what: string): void =>
    void findings.push(`${key} (amount ${amount}, balance ${balance}): ${what}`);
  for (const step of writes) if (step.balance === null) say(step, 'was never acknowledged');
  let balance = initial;
  const links = new Set([initial]);
  for (const step of chain) {
    if ((step.balance ?? 0) - step.amount !== balance)
      say(step, `follows no change: the balance before was ${balance}`);
    balance = step.balance ?? balance;
    links.add(balance);
  }
  /** The largest balance that was known when each step began, and the step that knew it. */
  const byEnd = steps.filter(({ ended }) => ended !== null).sort((a, b) => (a.ended ?? 0) - (b.ended ?? 0));
  let known = initial;
  let next = 0;
  for (const step of [...byEnd].sort((a, b) => a.began - b.began)) {
    for (let before = byEnd[next]; before && (before.ended ?? 0) < step.began; before = byEnd[++next])
      known = Math.max(known, before.balance ?? 0);
    if ((step.balance ?? 0) < known + step.amount)
      say(step, `is older than ${known}, which was known before`);
    if (!links.has(step.balance ?? Number.NaN)) say(step, 'shows a balance that never was');
  }
  // The order of the ends, backwards: nothing shows a change that was not begun.
  let later = Number.POSITIVE_INFINITY;
  const byBegin = [...chain].sort((a, b) => b.began - a.began);
  next = 0;
  for (const step of byEnd.reverse()) {
    for (let after = byBegin[next]; after && after.began > (step.ended ?? 0); after = byBegin[++next])
      later = Math.min(later, after.balance ?? later);
    if ((step.balance ?? 0) >= later) say(step, `shows a change that was begun later (${later})`);
  }
  return findings;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  const states = values.help ? [] : values.state ? [values.state] : ['sqlite', 'postgres'];
  for (const state of states) {
    const result = await torture({
      state: state === 'sqlite' ? 'sqlite' : 'postgres',
      seconds: Number(values.seconds),
      seed: Number(values.seed),
    });
    console.log(state, JSON.stringify(result, null, 2));
    if (result.findings.length > 0 || result.acknowledged === 0) process.exitCode = 1;
  }
}
