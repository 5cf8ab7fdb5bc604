// A refusal whose traces stay: what the handler wrote before it refused is kept.
import { Refusal } from '../../state/refusal.ts';

/** Thrown where the refusal itself is an event to remember: the fifth wrong code spends a challenge. */
export class CommittedRefusal extends Refusal {}
