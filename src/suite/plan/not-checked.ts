// Lists what missing credentials and values keep from being judged.
import type { Result } from '../model/result.ts';
import { needHint } from './select.ts';

/** What one missing credential or value keeps from being judged: checks by level, and what to give. */
export type NotChecked = { need: string; must: number; should: number; observe: number; hint: string };

/** What every missing credential or value cost, the dearest first. */
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

/** A credential that is missing altogether is asked for once: in the form that serves all who want it. */
function mergeNeeds(need: string, entries: Map<string, NotChecked>): void {
  const baseNeed = entries.get(need);
  const forms = [...entries.values()].filter((one) => one.need.startsWith(`${need}.`));
  if (!baseNeed || forms.length === 0 || need === 'values' || need === 'capabilities') return;
  const [form] = forms.sort((a, b) => Number(/login$/.test(b.need)) - Number(/login$/.test(a.need)));
  if (!form) return;
  for (const one of [baseNeed, ...forms]) entries.delete(one.need);
  const sum = (level: 'must' | 'should' | 'observe'): number =>
    [baseNeed, ...forms].reduce((total, one) => total + one[level], 0);
  const { need: best, hint: combined } = form;
  entries.set(best, {
    need: best,
    must: sum('must'),
    should: sum('should'),
    observe: sum('observe'),
    hint: combined,
  });
}
