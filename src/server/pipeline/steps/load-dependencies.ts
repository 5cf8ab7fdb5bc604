// Step: what only some operations need, and nobody wanted to wait for at the start, is loaded before the first of them.
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

export const loadDependencies = ({ definition }: Pick<PipelineDeps, 'definition'>): Step => ({
  name: 'prepare',
  run: (context) =>
    definition.loadDependencies?.(required(context.plan, 'an operation').operation)?.then(() => undefined),
});
