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
    if (row !== null && isPage(result)) turn.text = textOfPage(result);
    // What a write has made is shown now; whether it is ever read again will be seen: its text is not kept.
    else turn.text = operation.method === 'GET' ? textOfValue(result) : JSON.stringify(result);
    return undefined;
  },
});
