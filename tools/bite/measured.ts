// Reads and writes conformance/measured.json, the figures of a whole bite. The catalogue plans with them, and the
// matrix is made from them.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../../conformance/measured.json', import.meta.url);

/** The parts of the file. Each is sorted by id, except `checkOrder`, whose order is the figure. */
export type Measured = {
  /** requests that each check and each fixture sends in a whole run on the mock, clean-up included */
  requests: Readonly<Record<string, number>>;
  /** ids of checks in the best order for a request budget */
  checkOrder: readonly string[];
  /** id of a defect → ids of the checks and rules that catch it, in the order of the report */
  kills: Readonly<Record<string, readonly string[]>>;
};

/** Id of a defect → the checks and rules that catch it. */
export type Kills = ReadonlyMap<string, readonly string[]>;

/** Returns the kills of the last measurement. */
export const readKills = (): Kills => new Map(Object.entries(readMeasured().kills));

/**
 * Reads the file.
 * @throws Error when it is missing or not JSON: `npm run measure` writes it again
 */
function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measured;
}

/** Replaces some parts of the file and keeps the others. Each id has a line of its own, so that a diff is small. */
export function writeMeasured(parts: Partial<Measured>): void {
  const { requests, checkOrder, kills } = { ...readMeasured(), ...parts };
  const entries = (record: Readonly<Record<string, unknown>>): string =>
    Object.keys(record)
      .sort()
      .map((id) => `    ${JSON.stringify(id)}: ${JSON.stringify(record[id])}`)
      .join(',\n');
  const text = [
    '{',
    '  "generatedBy": "npm run measure",',
    `  "requests": {\n${entries(requests)}\n  },`,
    `  "checkOrder": [\n${checkOrder.map((id) => `    ${JSON.stringify(id)}`).join(',\n')}\n  ],`,
    `  "kills": {\n${entries(kills)}\n  }`,
    '}',
    '',
  ].join('\n');
  writeFileSync(FILE, text);
}
