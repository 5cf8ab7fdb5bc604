// Step: brings the world up to the present: what is due is done, each at its own time, before anyone looks.
import type { PipelineDeps } from '../pipeline-deps.ts';
import type { Step } from '../step.ts';

export const runDueTimers = ({ world }: PipelineDeps): Step => ({
  name: 'world',
  run() {
    world.runDue();
    return undefined;
  },
});
