// Step: calls the handler of the operation.

import { generateResult } from '../../generated-reply/generator.ts';
import { foreignPage } from '../../http/foreign-page.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that calls the operation's handler. */
export const callHandler = (deps: PipelineDeps): Step => ({
  name: 'handle',
  inside: true,
  run(context) {
    const { handler: name } = required(context.plan, 'an operation');
    const { definition, meter, origins } = deps;
    context.handlerStarted = true;
    if (name === null) {
      context.result = generateResult(deps, context);
      return undefined;
    }
    // The handler's argument has no precise type here: earlier steps have validated the request against the document.
    const handler = definition.handlers[name.id] as (call: unknown) => unknown;
    context.result = handler({
      store: context.store,
      caller: context.caller,
      params: renamed(context.params, name.params),
      query: context.query,
      body: context.body,
      address: context.call.address,
      page: foreignPage(context.call, origins),
      usage: meter,
    });
    return undefined;
  },
});

/** Renames path parameters as the handler reads them. */
function renamed(
  params: Record<string, string>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const _ in names)
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]));
  return params;
}
