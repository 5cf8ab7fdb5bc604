// Maps defect ids of earlier versions to current ids: `bite --only` still accepts a former id and prints the current
// id that it runs.
import { readFileSync } from 'node:fs';

const FILE = new URL('../../conformance/defects/former-ids.json', import.meta.url);

/** Former id of a defect without its label → current id without its label. */
export const formerIds = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, string>>;

/** The selections with current ids, and a note for every former id that was replaced. */
export type CurrentSelection = { only: string[]; notes: string[] };

/**
 * Replaces former ids in selections by current ids. A label is kept (`SC09[offset]`), and the beginning of several
 * former ids (`SC0`) is replaced by all their current ids. Every other selection is returned unchanged.
 * @param only prefixes of ids, as given to `bite --only`
 */
export function currentSelection(only: readonly string[]): CurrentSelection {
  const notes: string[] = [];
  const current = only.flatMap((prefix) => {
    const [, family = '', label = ''] = /^([A-Z]{2}\d{0,2})(\[.*)?$/s.exec(prefix) ?? [];
    const former = Object.keys(formerIds).filter((id) => family !== '' && id.startsWith(family));
    if (former.length === 0) return [prefix];
    const ids = former.map((id) => `${formerIds[id]}${label}`);
    notes.push(`${prefix} is a former id: --only takes ${ids.join(', ')}.`);
    return ids;
  });
  return { only: current, notes };
}
