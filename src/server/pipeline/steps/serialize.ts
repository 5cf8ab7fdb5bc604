// Step: writes the result as text.
import { isPage, pageJson, valueJson } from '../page-json.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

export const serialize = (): Step => ({
  name: 'render',
  inside: true,
  run(context) {
    const { replySchema, rowSchema, operation } = required(context.plan, 'an operation');
    if (replySchema === null) return undefined;
    const { result } = context;
    if (typeof result !== 'object' || result === null) {
      throw new Error(`The handler of ${operation.id} must return an object; it returned ${typeof result}.`);
    }
    if (rowSchema !== null && isPage(result)) context.replyText = pageJson(result);
    // What a write has made is shown now; whether it is ever read again will be seen: its text is not kept.
    else context.replyText = operation.method === 'GET' ? valueJson(result) : JSON.stringify(result);
    return undefined;
  },
});
