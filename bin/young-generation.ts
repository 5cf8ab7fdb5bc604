// Bounds the memory that V8 uses for young objects.

/**
 * The size at which a half of the young generation stops growing, in bytes. V8 doubles it under load up to 64 MiB and
 * never gives it back. Requests are no slower with a quarter of that, which stays in the caches of the processor more
 * often.
 */
const MAX_SEMI_SPACE = 16 * 1_048_576;

/**
 * Keeps the young generation of this process from growing beyond `MAX_SEMI_SPACE` for each of its halves. V8 has no
 * setting of the maximum that works after the start, so this looks at the size after each garbage collection, until it is
 * reached, and then makes V8 grow it by the factor 1. It does nothing when the process was started with a size.
 */
export function boundYoungGeneration(): void {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-');
  if (flags.includes('semi-space')) return;
  const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('v8');
  const { PerformanceObserver } = process.getBuiltinModule('perf_hooks');
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (young === undefined || young.space_size < 2 * MAX_SEMI_SPACE) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
