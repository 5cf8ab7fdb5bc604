// Runs the suite on a new mock with chaos, and compares its verdicts with the verdicts of a run without chaos.
import { catalogue } from '../../conformance/index.ts';
import { hostingMock } from '../../mocks/index.ts';
import type { Report } from '../../src/suite/report/report.ts';
import { conform } from '../../src/suite/run/conform.ts';
import { type AnyContent, createMutantMock } from '../bite/mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from '../bite/target.ts';
import { type ChaosOptions, type InjectedFailures, withChaos } from './chaos.ts';

export type ChaosRun = { report: Report; injected: InjectedFailures };

/**
 * Runs the suite on a new mock with chaos; waits take no real time.
 * @param seed the seed of the suite, not of the chaos
 */
export async function runWithChaos(chaos: ChaosOptions, seed = 1): Promise<ChaosRun> {
  const options = { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} } as const;
  const mock = createMutantMock(hostingMock as unknown as AnyContent, options, []);
  const target = targetConfig(mock);
  const transport = withChaos(mockTransport(mock, target.baseUrl ?? ''), chaos, (ms) =>
    mock.app.world.clock.advance(ms),
  );
  const report = await conform({
    target,
    catalogue,
    mode: 'full',
    allow: ['rate-limit-burst'],
    // Every seed then asks the whole matrices, so that runs of different seeds can be compared.
    thorough: true,
    seed,
    runId: 'hc-flake',
    transport,
    clock: mockClock(mock),
  });
  return { report, injected: transport.fallen };
}

export type Change = { id: string; from: string; to: string; message: string };

/** Returns the results whose verdicts differ between two reports, with the messages of the second report. */
export function changes(fair: Report, other: Report): Change[] {
  const before = new Map(fair.results.map(({ id, verdict }) => [id, verdict]));
  const after = new Set(other.results.map(({ id }) => id));
  const missing = [...before]
    .filter(([id]) => !after.has(id))
    .map(([id, from]) => ({ id, from, to: 'absent', message: '' }));
  const differing = other.results.flatMap(({ id, verdict, message }) => {
    const from = before.get(id) ?? 'absent';
    return from === verdict ? [] : [{ id, from, to: verdict, message }];
  });
  return [...missing, ...differing];
}
