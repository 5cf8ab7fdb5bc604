// Describes the machine that the figures are measured on.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { currentCommit } from './build.ts';
import { hasWrk } from './load.ts';
import { canPin } from './process.ts';

/** Returns one line with the machine, the version of Node, the commit, and how load is made. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return [
    `${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'})`,
    `load average ${loadavg()[0]?.toFixed(2)}`,
    `Node ${process.version}`,
    `commit ${currentCommit() ?? 'unknown'}`,
    canPin
      ? 'servers on core 0, load on core 1'
      : 'servers and load are not pinned (no taskset, or one core)',
    hasWrk ? 'load from wrk' : 'load from Node, which limits the bare server (no wrk)',
  ].join(', ');
}

/** Time of all cores since the boot, in ticks. */
type CoreTime = { total: number; idle: number; steal: number };

/** Reads the time of all cores from /proc/stat; null on a system without it. */
function readCoreTime(): CoreTime | null {
  try {
    const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
    // user nice system idle iowait irq softirq steal; the guest times that follow are part of user and nice
    const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
      ticks.map(Number);
    return {
      total: user + nice + system + idle + iowait + irq + softirq + steal,
      idle: idle + iowait,
      steal,
    };
  } catch {
    return null;
  }
}

/** Shares of the time of all cores in an interval. */
export type CoreShares = { busy: number; stolen: number };

/**
 * Starts to measure how busy the cores are. Returns a function that ends the interval and returns the shares; null on
 * a system without /proc/stat.
 */
export function measureCores(): () => CoreShares | null {
  const before = readCoreTime();
  return () => {
    const after = readCoreTime();
    if (!before || !after || after.total === before.total) return null;
    const all = after.total - before.total;
    return { busy: 1 - (after.idle - before.idle) / all, stolen: (after.steal - before.steal) / all };
  };
}
