// Measures the CPU time of `app.handle` in a process without sockets: the least noisy figures, also on a loaded
// machine.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Build } from './build.ts';
import { printComparison } from './comparison.ts';
import type { InProcessResult } from './in-process-worker.ts';
import type { BenchOptions } from './options.ts';
import { onServerCore } from './process.ts';
import { orderOfRound, Rounds } from './statistics.ts';

const run = promisify(execFile);
const WORKER = fileURLToPath(new URL('in-process-worker.ts', import.meta.url));

/** Prints the CPU time of each case. Each build runs in a new process in every round. */
export async function inProcess({ builds, rounds, cases = '' }: BenchOptions): Promise<void> {
  const times = new Rounds();
  for (let round = 0; round < rounds; round++) {
    for (const build of orderOfRound(builds, round)) {
      const result = await measureOnce(build, cases);
      for (const [name, us] of Object.entries(result)) times.add(name, build.name, us);
    }
  }
  printComparison('CPU time of app.handle in µs, without sockets', builds, times, 'less');
}

async function measureOnce({ root }: Build, cases: string): Promise<InProcessResult> {
  const [file = '', ...args] = [...onServerCore, process.execPath, WORKER, root, cases];
  const { stdout } = await run(file, args);
  return JSON.parse(stdout) as InProcessResult;
}
