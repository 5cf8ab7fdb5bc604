// Rounds of kill -9 at random points under load, each followed by a restart and a check.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, randomOf } from '../attack/model.ts';
import { median } from '../median.ts';
import { checkInvariants, checkWrites, type Expected, observe } from './check.ts';
import { type MockProcess, type StartOptions, startMock } from './mock-process.ts';
import { type Account, send, sendControl, sendWrites } from './writes.ts';

export type RoundOptions = Pick<StartOptions, 'program' | 'fault'> & {
  rounds: number;
  seed: number;
  /** how many rows the main world has before the first round, at least */
  rows?: number;
  /** every so many rounds, the worlds are exported and imported; default 5 */
  every?: number;
  /** how many starts are measured before the first round; default 0 */
  measuredStarts?: number;
  /** gets lines about the progress */
  print?: (line: string) => void;
};

export type RoundsResult = {
  /** what is wrong, a line each; the rounds end with the first one that finds something */
  problems: string[];
  rounds: number;
  acknowledged: number;
  unknown: number;
  /** how many of the unknown writes were stored */
  stored: number;
  /** how many starts were killed before the mock listened */
  killedStarts: number;
  rows: number;
  /** the times of starts before the first round; null when none were measured */
  starts: StartTimes | null;
  /** the sizes of the database and of its log at the end, in bytes */
  bytes: { database: number; log: number };
};

/** Medians of starts, in ms. */
export type StartTimes = {
  /** on the file with the stored worlds, after a kill */
  restartMs: number;
  /** on a new file, with the main world of that file (`--world export.json`) */
  importMs: number;
  /** on a new file, with the demo world */
  demoMs: number;
};

const CLIENTS = 16;
/** The longest time from the first write to the kill, in ms. */
const LOAD_MS = 700;
/** The part of the rounds in which a start is killed as well. */
const KILLED_STARTS = 0.15;
const SECOND_WORLD = 'second';

/** Describes the times of starts. */
export const startsText = ({ restartMs, importMs, demoMs }: StartTimes): string =>
  `restart ${restartMs.toFixed(0)} ms; start on a new file ${importMs.toFixed(0)} ms with the same world, ${demoMs.toFixed(0)} ms with the demo world (medians)`;

/** Runs the rounds on a file of their own. */
export async function runRounds(options: RoundOptions): Promise<RoundsResult> {
  const folder = mkdtempSync(join(tmpdir(), 'crashes-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  try {
    return await new Rounds(folder, options).run();
  } finally {
    process.off('exit', remove);
    remove();
  }
}

class Rounds {
  readonly #options: RoundOptions;
  readonly #folder: string;
  readonly #file: string;
  readonly #random: () => number;
  readonly #expected = new Map<Account, Expected>();
  readonly #starts = { restartMs: [] as number[], importMs: [] as number[], demoMs: [] as number[] };
  readonly #result = {
    problems: [] as string[],
    rounds: 0,
    acknowledged: 0,
    unknown: 0,
    stored: 0,
    killedStarts: 0,
    rows: 0,
  };

  constructor(folder: string, options: RoundOptions) {
    this.#folder = folder;
    this.#file = join(folder, 'worlds.db');
    this.#options = options;
    this.#random = randomOf(options.seed);
  }

  async run(): Promise<RoundsResult> {
    const { rounds, every = 5, print } = this.#options;
    let mock = await this.#start(this.#file);
    try {
      await this.#prepare(mock);
      for (let count = 0; count < (this.#options.measuredStarts ?? 0); count++)
        mock = await this.#measureStarts(mock, count);
      if (this.#starts.restartMs.length > 0)
        print?.(`${this.#result.rows} rows: ${startsText(this.#startTimes())}`);
      for (let round = 1; round <= rounds && this.#result.problems.length === 0; round++) {
        mock = await this.#round(mock, round);
        if (round % every !== 0 && round !== rounds) continue;
        await this.#checkWorlds(mock);
        print?.(this.#progress(round));
      }
    } finally {
      await mock.kill();
    }
    const size = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    return {
      ...this.#result,
      starts: this.#starts.restartMs.length > 0 ? this.#startTimes() : null,
      bytes: { database: size(this.#file), log: size(`${this.#file}-wal`) },
    };
  }

  #progress(round: number): string {
    const { acknowledged, unknown, stored, rows } = this.#result;
    return `${round} kills: ${acknowledged} writes acknowledged, ${unknown} of unknown outcome (${stored} stored); ${rows} rows`;
  }

  #startTimes(): StartTimes {
    const { restartMs, importMs, demoMs } = this.#starts;
    return { restartMs: median(restartMs), importMs: median(importMs), demoMs: median(demoMs) };
  }

  /** Measures one start of each kind. Returns the mock that goes on. */
  async #measureStarts(mock: MockProcess, count: number): Promise<MockProcess> {
    const world = join(this.#folder, 'export.json');
    if (count === 0) writeFileSync(world, await (await sendControl(`${mock.origin}/_mock/v1/export`)).text());
    await mock.kill();
    for (const [kind, flags] of [
      ['demoMs', []],
      ['importMs', ['--world', world]],
    ] as const) {
      const fresh = await this.#start(join(this.#folder, `${kind}-${count}.db`), flags);
      this.#starts[kind].push(fresh.startMs);
      await fresh.kill();
    }
    const again = await this.#start(this.#file);
    this.#starts.restartMs.push(again.startMs);
    return again;
  }

  async #start(file: string, flags: readonly string[] = []): Promise<MockProcess> {
    const { program, fault } = this.#options;
    const mock = await startMock(file, { program, fault, flags });
    if (!mock) throw new Error('The mock was killed by somebody else.');
    return mock;
  }

  /** Opens the accounts, in two worlds, and fills the main world. */
  async #prepare(mock: MockProcess): Promise<void> {
    const control = (path: string, body: object): ReturnType<typeof sendControl> =>
      sendControl(`${mock.origin}/_mock/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // Timers that would soon change a wallet or an order run before the first round.
    for (const [path, body] of [
      ['clock/advance', { by: 'PT1H' }],
      ['worlds', { name: SECOND_WORLD }],
    ] as const) {
      const { ok, status } = await control(path, body);
      if (!ok) throw new Error(`POST ${path} is answered with ${status}.`);
    }
    for (const prefix of ['', `/w/${SECOND_WORLD}`])
      for (const persona of ['owner', 'otherOwner']) {
        const account = {
          name: `${prefix}/${persona}`,
          prefix,
          apiKey: mock.apiKeys[persona] ?? '',
          customerId: '',
        };
        const reply = await send(mock.origin, { account, path: '/v1/customers?status=active&per_page=1' });
        const { data } = JSON.parse(reply?.text ?? '{}') as { data: { id: string }[] };
        const opened = { ...account, customerId: data[0]?.id ?? '' };
        this.#expected.set(opened, await observe(mock.origin, opened));
      }
    const { rows = 0 } = this.#options;
    const accounts = [...this.#expected.keys()];
    for (let batch = 0; (await this.#checkWorlds(mock)) < rows; batch++) {
      const writes = await sendWrites(mock.origin, {
        ...{ accounts: accounts.slice(0, 2), clients: CLIENTS, name: `rows-${batch}`, random: this.#random },
        stop: (count) => count >= Math.max(50, (rows - this.#result.rows) / 6),
      });
      this.#result.problems.push(...(await checkWrites(mock.origin, writes, this.#expected)).problems);
    }
  }

  /** Sends writes to a mock, kills it, starts it again and checks it. Returns the new one. */
  async #round(mock: MockProcess, round: number): Promise<MockProcess> {
    const random = this.#random;
    const killed = pause(random() * LOAD_MS).then(() => mock.kill());
    const accounts = [...this.#expected.keys()];
    const writes = await sendWrites(mock.origin, {
      accounts,
      clients: CLIENTS,
      name: `round-${round}`,
      random,
    });
    await killed;
    if (random() < KILLED_STARTS) {
      const { program, fault } = this.#options;
      const again = await startMock(this.#file, {
        program,
        fault,
        killAfterMs: random() * mock.startMs,
      });
      await again?.kill();
      this.#result.killedStarts += 1;
    }
    const next = await this.#start(this.#file);
    try {
      const { problems, acknowledged, unknown, stored } = await checkWrites(
        next.origin,
        writes,
        this.#expected,
      );
      this.#result.problems.push(...problems.map((problem) => `round ${round}: ${problem}`));
      this.#result.rounds = round;
      this.#result.acknowledged += acknowledged;
      this.#result.unknown += unknown;
      this.#result.stored += stored;
      return next;
    } catch (error) {
      await next.kill();
      throw error;
    }
  }

  /** Checks the invariants of the worlds; returns the number of rows of the main one. */
  async #checkWorlds(mock: MockProcess): Promise<number> {
    for (const account of this.#expected.keys()) {
      if (!account.name.endsWith('/owner')) continue;
      const { rows, problems } = await checkInvariants(mock.origin, account);
      this.#result.problems.push(...problems);
      if (account.prefix === '') this.#result.rows = rows;
    }
    return this.#result.rows;
  }
}
