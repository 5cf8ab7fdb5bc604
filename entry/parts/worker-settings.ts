// Parses the settings of the service worker from the query string of the worker's URL:
// `/hosting-mock.js?world=empty&clock=frozen`.
import type { MockOptions } from './mock.ts';

/** The parsed settings of the service worker. */
export type WorkerSettings = {
  /** The base URL of the mocked API: absolute, with the version segment. */
  base: string;
  /** The options of the mock that the service worker runs. */
  options: MockOptions;
};

const CHOICES = {
  errorShape: ['envelope', 'flat', 'alternate'],
  limits: ['A', 'B', 'off'],
  lifecycle: ['time', 'immediate', 'manual'],
  latency: ['none', 'lan', 'mobile', 'slow'],
} as const;
const NUMBERS = ['seed', 'limitsAuth'];
const TEXTS = ['world', 'clock'];

/**
 * Parses the settings in the worker's URL. `base` defaults to `/v1` at the worker's origin; every other setting is an
 * option of `createMock`.
 * @throws Error with one line that names the invalid setting; the browser then rejects the registration of the worker
 */
export function parseSettings(address: string): WorkerSettings {
  const { searchParams, origin } = new URL(address);
  const options: Record<string, string | number> = {};
  for (const [name, value] of searchParams) {
    if (name === 'base') continue;
    const choices: readonly string[] | undefined = (CHOICES as Record<string, readonly string[]>)[name];
    if (NUMBERS.includes(name) && /^\d{1,15}$/.test(value)) options[name] = Number(value);
    else if (TEXTS.includes(name) || choices?.includes(value)) options[name] = value;
    else
      throw new Error(
        `hosting-mock: ${name}=${value} ${choices ? `has to be one of ${choices.join(', ')}` : describeSetting(name)}.`,
      );
  }
  const base = new URL(searchParams.get('base') ?? '/v1', address);
  if (base.origin !== origin) throw new Error(`hosting-mock: base has to be of this origin, ${origin}.`);
  return { base: base.href, options };
}

const describeSetting = (name: string): string =>
  NUMBERS.includes(name)
    ? 'has to be a whole number'
    : `is no setting; there are base, ${[...TEXTS, ...NUMBERS, ...Object.keys(CHOICES)].join(', ')}`;
