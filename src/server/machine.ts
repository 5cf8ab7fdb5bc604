// What all steps of one app share.
import type { OperationId } from '../contract/operations.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { Content } from './content.ts';
import type { Limiter } from './limits.ts';
import type { Meter } from './meter.ts';
import type { ErrorShape } from './options.ts';
import type { Plan } from './plan.ts';

export type Machine = {
  readonly content: Content<Tables>;
  readonly plans: ReadonlyMap<OperationId, Plan>;
  readonly world: World<Tables>;
  readonly limiter: Limiter;
  readonly meter: Meter;
  readonly errorShape: ErrorShape;
  /** null: any origin */
  readonly origins: ReadonlySet<string> | null;
  readonly verify: boolean;
  /** the refusals already held to the document: operation, status, code, form */
  readonly shown: Set<string>;
  readonly fault: (error: unknown, where: string) => void;
  /** counts what must be the same again after a reset: request ids, alternating error forms */
  readonly counters: { requests: number; refusals: number };
};
