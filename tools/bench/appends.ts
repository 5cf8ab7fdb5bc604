// The store of worlds in a file: appends one after the other and at the same time, beside a plain loop of writes with fdatasync.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/storage/sqlite-store.ts';
import type { WorldStore } from '../../src/storage/world-store.ts';
import type { BenchOptions } from './options.ts';

/** The size of a record, in bytes: that of an order, about. */
const RECORD_BYTES = 2000;
/** How many worlds append at the same time. */
const TOGETHER = [1, 16, 64];
const OWNER = { id: 'bench', url: null };

/** How long each of some operations took, in ms, and how long all of them took. */
type Times = { each: number[]; totalMs: number; cpuMs: number };

/** Measures appends a second and their times, in the temporary folder. */
export async function appendFigures({
  rounds,
  seconds,
}: Pick<BenchOptions, 'rounds' | 'seconds'>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'));
  try {
    console.log('records of 2 kB, fsync before each acknowledgement; CPU time is that of the main thread');
    for (let round = 1; round <= rounds; round++) {
      print(round, 'write + fdatasync', plainLoop(join(folder, 'plain'), seconds));
      for (const count of TOGETHER) {
        const store = await openSqliteStore(join(folder, `${round}-${count}.db`));
        print(round, `sqlite, ${count} at a time`, await appends(store, count, seconds));
        await store.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a record and waits until it is on the disk, again and again. */
function plainLoop(path: string, seconds: number): Times {
  const record = Buffer.alloc(RECORD_BYTES, 'x');
  const file = openSync(path, 'w');
  const each: number[] = [];
  const begin = performance.now();
  const cpu = process.threadCpuUsage();
  while (performance.now() - begin < seconds * 1000) {
    const start = performance.now();
    writeSync(file, record);
    fdatasyncSync(file);
    each.push(performance.now() - start);
  }
  const { user, system } = process.threadCpuUsage(cpu);
  closeSync(file);
  return { each, totalMs: performance.now() - begin, cpuMs: (user + system) / 1000 };
}

/** Appends records to several worlds at the same time, to each one after the other. */
async function appends(store: WorldStore, count: number, seconds: number): Promise<Times> {
  const record = 'x'.repeat(RECORD_BYTES);
  const claims = await Promise.all(
    Array.from({ length: count }, (_, index) => store.create(`world-${index}`, OWNER, 'base')),
  );
  const each: number[] = [];
  const begin = performance.now();
  const cpu = process.threadCpuUsage();
  await Promise.all(
    claims.map(async (claim, index) => {
      for (let seq = 0; performance.now() - begin < seconds * 1000; seq++) {
        const start = performance.now();
        const isStored = await store.append(`world-${index}`, claim?.epoch ?? 0, seq, { records: [record] });
        if (!isStored) throw new Error('An append was refused.');
        each.push(performance.now() - start);
      }
    }),
  );
  const { user, system } = process.threadCpuUsage(cpu);
  return { each, totalMs: performance.now() - begin, cpuMs: (user + system) / 1000 };
}

function print(round: number, title: string, { each, totalMs, cpuMs }: Times): void {
  const sorted = each.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  const rate = Math.round((each.length * 1000) / totalMs);
  const cpu = ((cpuMs * 1000) / each.length).toFixed(1);
  console.log(
    `round ${round}  ${title.padEnd(22)} ${String(rate).padStart(7)}/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   CPU ${cpu} µs each`,
  );
}
