// Step: runs the timers that are due, each at its own instant, so that the request sees the state of the present
// time.
import type { PipelineDeps } from '../pipeline-deps.ts';
import type { Step } from '../step.ts';

/** Creates the step that runs the due timers. */
export const runDueTimers = ({ world }: PipelineDeps): Step => ({
  name: 'world',
  run() {
    world.runDue();
    return undefined;
  },
});
