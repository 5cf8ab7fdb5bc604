// Step: brings the world up to the present: what is due is done, each at its own time, before anyone looks.
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';

export const world = ({ world }: Machine): Step => ({
  name: 'world',
  run() {
    world.runDue();
    return undefined;
  },
});
