// Step: the handler of the operation, and nothing else.
import { foreignPage } from '../foreign-page.ts';
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

export const handle = ({ content, meter, origins }: Machine): Step => ({
  name: 'handle',
  inside: true,
  run(turn) {
    const { operation } = need(turn.plan, 'an operation');
    // Checked against the document by the steps before: the types of one operation cannot be told apart here.
    const handler = content.handlers[operation.id] as (call: unknown) => unknown;
    turn.began = true;
    turn.result = handler({
      store: turn.store,
      caller: turn.caller,
      params: turn.params,
      query: turn.query,
      body: turn.body,
      address: turn.call.address,
      page: foreignPage(turn.call, origins),
      usage: meter,
    });
    return undefined;
  },
});
