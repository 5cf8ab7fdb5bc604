// Step: serializes the result as JSON.
import { isPage, pageJson, valueJson } from '../page-json.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that serializes the result. */
export const serialize = (): Step => ({
  name: 'render',
  inside: true,
  run(context) {
    const { replySchema, rowSchema, operation } = required(context.plan, 'an operation');
    if (replySchema === null) return undefined;
    const { result } = context;
    if (context.generatedFrom === null && (typeof result !== 'object' || result === null)) {
      throw new Error(`The handler of ${operation.id} must return an object; it returned ${typeof result}.`);
    }
    if (typeof result !== 'object' || result === null) context.replyText = JSON.stringify(result);
    else {
      const isRead = operation.method === 'GET';
      const json =
        rowSchema !== null && isPage(result) ? pageJson(result) : isRead ? valueJson(result) : null;
      context.replyUtf8 = json;
      // The JSON text of a row that was just written is not cached, because the row may never be read again.
      context.replyText = json?.text ?? JSON.stringify(result);
    }
    return undefined;
  },
});
