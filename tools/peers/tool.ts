// What each tool of the comparison is to the runner.
import { fileURLToPath } from 'node:url';
import type { Ready } from './server-ready.ts';

/** Where the packages of this folder and the Python environment lie. */
export const HOME = fileURLToPath(new URL('.', import.meta.url));
export const CACHE = fileURLToPath(new URL('../../.cache/peers/', import.meta.url));

export type ToolInput = {
  ready: Ready;
  /** an empty folder of its own */
  folder: string;
  /** milliseconds */
  patience: number;
};

export type ToolRun = {
  /** one text for each thing it accuses the server of: the same text whenever it accuses it of the same */
  alarms: string[];
  /** why the run is worth less than a whole one: `took longer than 300 s` */
  incompleteBecause?: string;
};

export type Tool = {
  name: string;
  version: string;
  /** how it was configured, in a sentence or two */
  how: string;
  /** longest run, seconds */
  patience: number;
  /** why it cannot be run here; null when it can */
  missing(): string | null;
  run(given: ToolInput): Promise<ToolRun>;
};

/** The parts of a message that change from run to run. */
export const stableMessage = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replace(/\d{4,}/g, '<n>')
    .replace(/([/.[])\d+(?=[/.\]']|$)/g, '$1<n>')
    .slice(0, 300);
