// Step: the records a path names must be there, and the caller's own, before anything is said about fields.
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

export const locate = (): Step => ({
  name: 'locate',
  inside: true,
  run(turn) {
    const { locators } = need(turn.plan, 'an operation');
    if (locators.length === 0) return undefined;
    const store = need(turn.store, 'a store');
    for (const { param, where } of locators) {
      const id = turn.params[param] ?? '';
      if (typeof where === 'string') store[where]?.get(id);
      else where(store, id, turn.caller);
    }
    return undefined;
  },
});
