// Step: keeps the answer of a call that is to happen once, in the same transaction as what it did.
import { keep } from '../once.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

export const remember = (): Step => ({
  name: 'remember',
  inside: true,
  run(turn) {
    if (turn.onceKey !== null) {
      keep(turn, need(turn.store, 'a store'), need(turn.plan, 'an operation').operation.success, turn.text);
    }
    return undefined;
  },
});
