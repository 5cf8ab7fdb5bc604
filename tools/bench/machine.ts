// Describes the machine that the figures are measured on.
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
