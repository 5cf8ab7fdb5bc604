// Step: calls the handler of the operation.
import { foreignPage } from '../../http/foreign-page.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that calls the operation's handler. */
export const callHandler = ({ definition, meter, origins }: PipelineDeps): Step => ({
  name: 'handle',
  inside: true,
  run(context) {
    const { operation } = required(context.plan, 'an operation');
    // The handler's argument has no precise type here: earlier steps have validated the request against the document.
    const handler = definition.handlers[operation.id] as (call: unknown) => unknown;
    context.handlerStarted = true;
    context.result = handler({
      store: context.store,
      caller: context.caller,
      params: context.params,
      query: context.query,
      body: context.body,
      address: context.call.address,
      page: foreignPage(context.call, origins),
      usage: meter,
    });
    return undefined;
  },
});
