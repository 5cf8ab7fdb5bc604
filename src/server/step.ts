// What a step of the pipeline is.
import type { Reply } from './call.ts';
import type { Turn } from './turn.ts';

/**
 * One step of the pipeline. It reads and fills the turn, throws a `Refusal`, or answers at once by returning a reply.
 * The steps marked `inside` run in one transaction and must be synchronous: all of their effects are kept, or none.
 */
export type Step =
  | { name: string; inside?: false; run(turn: Turn): Reply | undefined | Promise<Reply | undefined> }
  | { name: string; inside: true; run(turn: Turn): Reply | undefined };
