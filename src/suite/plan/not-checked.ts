// Lists which missing credentials and values make checks not applicable.
import type { Result } from '../model/result.ts';
import { needHint } from './select.ts';

/**
 * How many checks of each level are not applicable because of one missing credential or value, and advice on what to
 * give.
 */
export type NotChecked = { need: string; must: number; should: number; observe: number; hint: string };

/** Lists the missing credentials and values; the first entry makes the most checks not applicable. */
export function listNotChecked(results: readonly Result[]): NotChecked[] {
  const entries = new Map<string, NotChecked>();
  for (const { need, level, verdict } of results) {
    if (need === undefined || verdict !== 'not-applicable') continue;
    const entry = entries.get(need) ?? { need, must: 0, should: 0, observe: 0, hint: needHint(need) };
    entry[level] += 1;
    entries.set(need, entry);
  }
  for (const need of entries.keys()) mergeNeeds(need, entries);
  return [...entries.values()].sort((a, b) => b.must - a.must || b.should - a.should);
}

/**
 * Merges the entries for one missing credential: the resulting need asks for the form of the credential that all of
 * its checks can use.
 */
function mergeNeeds(need: string, entries: Map<string, NotChecked>): void {
  const baseNeed = entries.get(need);
  const forms = [...entries.values()].filter((entry) => entry.need.startsWith(`${need}.`));
  if (!baseNeed || forms.length === 0 || need === 'values' || need === 'capabilities') return;
  const [form] = forms.sort((a, b) => Number(/login$/.test(b.need)) - Number(/login$/.test(a.need)));
  if (!form) return;
  for (const entry of [baseNeed, ...forms]) entries.delete(entry.need);
  const sum = (level: 'must' | 'should' | 'observe'): number =>
    [baseNeed, ...forms].reduce((total, entry) => total + entry[level], 0);
  const { need: best, hint: combined } = form;
  entries.set(best, {
    need: best,
    must: sum('must'),
    should: sum('should'),
    observe: sum('observe'),
    hint: combined,
  });
}
