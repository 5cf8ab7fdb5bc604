// Defect ids of earlier versions: `bite --only` still accepts them and reports the ids it took instead.
import { readFileSync } from 'node:fs';

const FILE = new URL('../../conformance/defects/former-ids.json', import.meta.url);

/** Former id without its label → current id without its label. */
export const formerIds = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, string>>;

/** Selections with current ids, and one line for every former id that was replaced. */
export type CurrentSelection = { only: string[]; notes: string[] };

/**
 * Replaces former ids in selections by current ones. A label is carried over (`SC09[offset]`), and the beginning of several
 * former ids (`SC0`) is replaced by all of them. Every other selection is returned unchanged.
 * @param only prefixes of ids, as `bite --only` gets them
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
