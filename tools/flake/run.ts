// One run of the suite on a fresh mock in a given weather, and which verdicts differ from those in fair weather.
import { catalogue } from '../../conformance/index.ts';
import { content } from '../../mocks/index.ts';
import { conform } from '../../src/suite/conform.ts';
import type { Report } from '../../src/suite/report.ts';
import { type AnyContent, planted } from '../bite/planted.ts';
import { clockOf, targetOf, transportOf } from '../bite/target.ts';
import { type Fallen, inWeather, type Weather } from './weather.ts';

export type Outing = { report: Report; fallen: Fallen };

/** Runs the suite on a fresh mock. @param seed the suite's own; waiting takes no time */
export async function runIn(weather: Weather, seed = 1): Promise<Outing> {
  const options = { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} } as const;
  const mock = planted(content as unknown as AnyContent, options, []);
  const target = targetOf(mock);
  const transport = inWeather(transportOf(mock, target.baseUrl ?? ''), weather, (ms) =>
    mock.app.world.clock.advance(ms),
  );
  const report = await conform({
    target,
    catalogue,
    mode: 'full',
    allow: ['rate-limit-burst'],
    seed,
    runId: 'hc-flake',
    transport,
    clock: clockOf(mock),
  });
  return { report, fallen: transport.fallen };
}

export type Change = { id: string; from: string; to: string; message: string };

/** The results that came to something else. Their messages are the second run's. */
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
