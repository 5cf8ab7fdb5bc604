// Parses the settings of the service worker from the query string of the worker's URL:
// `/hosting-mock.js?world=empty&clock=frozen`.
import type { WorldName } from '../../mocks/worlds/world-values.ts';
import { didYouMean } from '../../src/contract/did-you-mean.ts';
import { type OptionRow, oneOf, optionTable, readOption } from '../../src/server/validate-options.ts';
import type { MockOptions } from './mock.ts';

/** The parsed settings of the service worker. */
export type WorkerSettings = {
  /** The base URL of the mocked API: absolute, with the version segment. */
  base: string;
  /** The options of the mock that the service worker runs. */
  options: MockOptions;
};

const WORLDS = ['demo', 'empty', 'large', 'edge'] satisfies WorldName[];
const { seed, clock, limits, limitsAuth, lifecycle, catalogue, errorShape, latency } = optionTable;
const world = { check: oneOf(...WORLDS) };
/** The options of the mock that can be settings. */
const SETTINGS = { world, seed, clock, limits, limitsAuth, lifecycle, catalogue, errorShape, latency };

/**
 * Parses the settings in the worker's URL. `base` defaults to `/v1` at the worker's origin; every other setting is an
 * option of `createMock`.
 * @throws Error with one line that names the invalid setting; the browser then rejects the registration of the worker
 */
export function parseSettings(address: string): WorkerSettings {
  const { searchParams, origin } = new URL(address);
  const options: Record<string, unknown> = {};
  for (const [name, value] of searchParams) {
    if (name === 'base') continue;
    const known = Object.entries<OptionRow>(SETTINGS).find(([one]) => one === name);
    if (!known) {
      const names = Object.keys(SETTINGS);
      const hint = didYouMean(name, names) || '.';
      throw new Error(`hosting-mock: ${name} is no setting; there are base, ${names.join(', ')}${hint}`);
    }
    try {
      options[name] = readOption(known[1], value);
    } catch (error) {
      throw new Error(`hosting-mock: ${name}=${value} ${error instanceof Error ? error.message : error}`);
    }
  }
  const base = new URL(searchParams.get('base') ?? '/v1', address);
  if (base.origin !== origin) throw new Error(`hosting-mock: base has to be of this origin, ${origin}.`);
  return { base: base.href, options };
}
