// Step: loads modules that only some operations need, before the first request to such an operation, so that start-up
// stays fast.
import { loadGenerator } from '../../generated-reply/generator.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that loads an operation's modules. */
export const loadDependencies = ({ definition }: Pick<PipelineDeps, 'definition'>): Step => ({
  name: 'prepare',
  run(context) {
    const { operation, handler } = required(context.plan, 'an operation');
    if (handler === null) return loadGenerator();
    return definition.loadDependencies?.(operation)?.then(() => undefined);
  },
});
