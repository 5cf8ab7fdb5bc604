// Step: what only some operations need, and nobody wanted to wait for at the start, is loaded before the first of them.
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

export const prepare = ({ content }: Pick<Machine, 'content'>): Step => ({
  name: 'prepare',
  run: (turn) => content.prepare?.(need(turn.plan, 'an operation').operation)?.then(() => undefined),
});
