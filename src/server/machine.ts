// What all steps of one served world share.
import type { OperationId } from '../contract/operations.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { Content } from './content.ts';
import type { Counters } from './counters.ts';
import type { Faults } from './faults.ts';
import type { Limiter } from './limits.ts';
import type { Meter } from './meter.ts';
import type { Plan } from './plan.ts';
import type { Policy } from './policy.ts';
import type { Requests } from './requests.ts';

/** What can change in a served world besides the world itself: each of it is copied, put back and exported with it. */
export type Parts = {
  readonly policy: Policy;
  readonly limiter: Limiter;
  readonly meter: Meter;
  readonly counters: Counters;
  readonly faults: Faults;
  readonly requests: Requests;
};

/** What never changes. */
type Fixed = {
  readonly content: Content<Tables>;
  readonly plans: ReadonlyMap<OperationId, Plan>;
  /** null: any origin */
  readonly origins: ReadonlySet<string> | null;
  readonly verify: boolean;
  /** the refusals already held to the document: operation, status, code, form; a cache */
  readonly shown: Set<string>;
  readonly fault: (error: unknown, where: string) => void;
};

export type Machine = Fixed & Parts & { readonly world: World<Tables> };
