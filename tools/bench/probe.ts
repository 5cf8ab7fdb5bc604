// Is loaded into a measured server by `node --import`. It answers orders of the benchmark over the channel to the
// parent process: CPU profiles, sampled allocations, garbage collections, memory and CPU time.
import { Session } from 'node:inspector/promises';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** CPU time of the process in µs; `mainUs` is that of the thread that runs JavaScript. */
export type CpuTime = { totalUs: number; mainUs: number };
/** Memory of the process in bytes, after two forced collections. */
export type Memory = { rss: number; heapTotal: number; heapUsed: number; external: number };
/** One garbage collection: what kind, and how long it paused the program, in ms. */
export type GcPause = { kind: 'minor' | 'major' | 'incremental' | 'other'; ms: number };

/** What the probe can be asked, with the type of each reply. */
export type ProbeReplies = {
  cpu: CpuTime;
  memory: Memory;
  startCpuProfile: null;
  stopCpuProfile: unknown;
  startAllocations: null;
  stopAllocations: unknown;
  startGc: null;
  stopGc: GcPause[];
};
export type ProbeOrder = keyof ProbeReplies;

/** Interval of the samples of a CPU profile, in µs. */
const CPU_INTERVAL_US = 200;
/** Mean number of allocated bytes between two samples of the heap. */
const ALLOCATION_INTERVAL = 2048;

const session = new Session();
session.connect();

const pauses: GcPause[] = [];
const GC_KINDS: Record<number, GcPause['kind']> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
};
const collected = (entries: readonly { duration: number; detail?: unknown }[]): void => {
  for (const { duration, detail } of entries) {
    const kind = (detail as { kind: number }).kind;
    pauses.push({ kind: GC_KINDS[kind] ?? 'other', ms: duration });
  }
};
const gcObserver = new PerformanceObserver((list) => collected(list.getEntries()));

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
};

const replies: { [Order in ProbeOrder]: () => ProbeReplies[Order] | Promise<ProbeReplies[Order]> } = {
  cpu() {
    const total = process.cpuUsage();
    const main = process.threadCpuUsage?.() ?? total;
    return { totalUs: total.user + total.system, mainUs: main.user + main.system };
  },
  memory() {
    collectGarbage();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    return { rss, heapTotal, heapUsed, external };
  },
  async startCpuProfile() {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: CPU_INTERVAL_US });
    await session.post('Profiler.start');
    return null;
  },
  stopCpuProfile: async () => (await session.post('Profiler.stop')).profile,
  async startAllocations() {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: ALLOCATION_INTERVAL,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    return null;
  },
  stopAllocations: async () => (await session.post('HeapProfiler.stopSampling')).profile,
  startGc() {
    pauses.length = 0;
    gcObserver.observe({ entryTypes: ['gc'] });
    return null;
  },
  stopGc() {
    collected(gcObserver.takeRecords());
    gcObserver.disconnect();
    return pauses;
  },
};

process.on('message', async (order: ProbeOrder) => {
  try {
    process.send?.({ reply: await replies[order]() });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
// The channel to the parent must not keep a server alive that has closed everything else.
process.channel?.unref();
