// Step: writes the result as text.
import { isPage, textOfPage, textOfValue } from '../page.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

export const render = (): Step => ({
  name: 'render',
  inside: true,
  run(turn) {
    const { schema, row, operation } = need(turn.plan, 'an operation');
    if (schema === null) return undefined;
    const { result } = turn;
    if (typeof result !== 'object' || result === null) {
      throw new Error(`The handler of ${operation.id} must return an object; it returned ${typeof result}.`);
    }
    turn.text = row !== null && isPage(result) ? textOfPage(result) : textOfValue(result);
    return undefined;
  },
});
