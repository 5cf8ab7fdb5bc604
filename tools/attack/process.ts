// Runs the command line as a process with a bounded heap, and records its output and peak memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { limitMs } from './model.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/hosting-contract.ts', import.meta.url));
/** Number of characters of each output stream that are stored; further characters are only counted. */
const KEPT = 8_000_000;
/** Resident memory in MB above which a process is killed, so that a successful attack does not fill the machine. */
const MOST = 2000;

/** Whether resident memory is measured on this system. It is read from /proc, which only Linux has. */
export const measuresMemory = memoryOf(process.pid, 'VmHWM') !== null;

export type Running = {
  pid: number;
  stdout(): string;
  stderr(): string;
  /** exit code of the process, or the signal that ended it; null while the process runs */
  ended(): number | string | null;
  /** resolves when the process has ended */
  over: Promise<number | string>;
  /** peak resident memory since the start or the last `resetPeak`, in MB; null where memory is not measured */
  peakMb(): number | null;
  /** present resident memory in MB; null where memory is not measured */
  rssMb(): number | null;
  /** starts a new measurement of the peak memory */
  resetPeak(): void;
  kill(signal: NodeJS.Signals): void;
  /**
   * ends the process with SIGTERM, and with SIGKILL when SIGTERM is not enough
   * @returns milliseconds from SIGTERM to the end of the process; null when SIGKILL was needed
   */
  stop(patienceMs?: number): Promise<number | null>;
};

export type RunOptions = {
  /** limit of the JavaScript heap in MB (`--max-old-space-size`) */
  heapMb: number;
  cwd?: string;
  env?: Record<string, string>;
  /** stream that standard output is written to; without it, standard output is stored */
  output?: Writable;
};

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs `hosting-contract` with the given arguments in a new process. */
export function run(args: readonly string[], { heapMb, cwd, env, output }: RunOptions): Running {
  const { NODE_OPTIONS: _, GITHUB_ACTIONS: __, CI: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, NO_COLOR: '1', ...env },
    ...(cwd !== undefined && { cwd }),
  });
  running.add(child);
  const texts = { stdout: '', stderr: '' };
  if (output) child.stdout.pipe(output);
  for (const name of ['stdout', 'stderr'] as const) {
    if (name === 'stdout' && output) continue;
    child[name].setEncoding('utf8');
    child[name].on('data', (chunk: string) => {
      if (texts[name].length < KEPT) texts[name] += chunk;
    });
  }
  const { pid = 0 } = child;
  let ended: number | string | null = null;
  let peak = memoryOf(pid, 'VmHWM');
  const look = (): void => {
    const now = memoryOf(pid, 'VmHWM');
    if (now !== null) peak = Math.max(peak ?? 0, now);
    if (now !== null && now > MOST) child.kill('SIGKILL');
  };
  const watch = setInterval(look, 50);
  const over = new Promise<number | string>((resolve) => {
    const close = (code: number | string): void => {
      clearInterval(watch);
      running.delete(child);
      ended = code;
      resolve(code);
    };
    child.once('error', () => close('ENOENT'));
    child.once('close', (code, signal) => {
      if (output && !output.writableFinished) output.once('finish', () => close(code ?? signal ?? 'unknown'));
      else close(code ?? signal ?? 'unknown');
    });
  });
  return {
    pid,
    over,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    ended: () => ended,
    peakMb() {
      if (ended === null) look();
      return peak === null ? null : Math.round(peak);
    },
    rssMb() {
      const now = memoryOf(pid, 'VmRSS');
      return now === null ? null : Math.round(now);
    },
    resetPeak() {
      try {
        // Writing 5 to clear_refs resets the peak resident set size (see proc(5)).
        writeFileSync(`/proc/${pid}/clear_refs`, '5');
        peak = memoryOf(pid, 'VmHWM');
      } catch {
        // When the peak cannot be reset, the peak since the start of the process is measured.
      }
    },
    kill: (signal) => void child.kill(signal),
    async stop(patienceMs = 5000) {
      if (ended !== null) return 0;
      const began = performance.now();
      child.kill('SIGTERM');
      let killed = false;
      const timer = setTimeout(() => {
        killed = true;
        child.kill('SIGKILL');
      }, limitMs(patienceMs));
      await over;
      clearTimeout(timer);
      return killed ? null : performance.now() - began;
    },
  };
}

/**
 * Reads the resident memory of a process in MB: the peak (`VmHWM`) or the present value (`VmRSS`). Returns null when
 * /proc cannot be read.
 */
function memoryOf(pid: number, which: 'VmHWM' | 'VmRSS'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const found = new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1];
    return found === undefined ? null : Number(found) / 1024;
  } catch {
    return null;
  }
}
