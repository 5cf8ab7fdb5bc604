// Reads and writes conformance/measured.json, the figures of a complete bite. The catalogue plans runs with the
// figures, and the matrix is made from them.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../../conformance/measured.json', import.meta.url);

/** The parts of conformance/measured.json. Every part except `checkOrder` is sorted by id. */
export type Measured = {
  /** id of a check or fixture → number of requests sent for it in a complete run on the mock, clean-up included */
  requests: Readonly<Record<string, number>>;
  /** ids of checks in the best order for a run with a request budget */
  checkOrder: readonly string[];
  /** id of a defect → ids of the checks and rules that catch the defect, in the order of the report */
  kills: Readonly<Record<string, readonly string[]>>;
};

/** Id of a defect → ids of the checks and rules that catch the defect. */
export type Kills = ReadonlyMap<string, readonly string[]>;

/** Returns the checks and rules that caught each defect in the last measurement. */
export const readKills = (): Kills => new Map(Object.entries(readMeasured().kills));

/**
 * Reads conformance/measured.json.
 * @throws Error when the file is missing or not JSON; `npm run measure` writes the file again
 */
function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measured;
}

/**
 * Replaces some parts of conformance/measured.json and keeps the others. Each id has its own line, so that diffs of
 * the file are small.
 */
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
