// Creates a mock in this process as the target of `hosting-contract conform --self`.
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';
import type { SelfTarget } from '../src/suite/cli/run-and-report.ts';
import { targetConfig } from './mock-target.ts';

/**
 * Creates the target. The clock of its world is frozen and advances when the suite waits, so the run spends no real
 * time waiting.
 */
export function selfTarget(): SelfTarget {
  const app = createApp(hostingMock, { clock: 'frozen' });
  return {
    config: targetConfig('http://127.0.0.1/v1', app),
    fetch: (request) => app.fetch(request),
    clock: {
      now: () => app.world.clock.now(),
      sleep: async (ms) => app.world.clock.advance(ms),
    },
    close: () => app.close(),
  };
}
