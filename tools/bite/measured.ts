// Writes conformance/measured.json, from which the suite plans runs.
import { writeFileSync } from 'node:fs';

const FILE = new URL('../../conformance/measured.json', import.meta.url);

/**
 * Writes conformance/measured.json.
 * @param requests id of a check or fixture → number of requests sent for it in a complete run on the mock, clean-up
 * included
 */
export function writeMeasured(requests: Readonly<Record<string, number>>): void {
  const sorted = Object.fromEntries(Object.entries(requests).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify({ generatedBy: 'npm run measure', requests: sorted }, null, 2)}\n`);
}
