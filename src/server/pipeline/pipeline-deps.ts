// What all steps of one served world share.
import type { OperationId } from '../../contract/operations.ts';
import type { Tables } from '../../state/table.ts';
import type { World } from '../../state/world.ts';
import type { Counters } from '../counters.ts';
import type { Faults } from '../fault-injection/faults.ts';
import type { MockDefinition } from '../mock-definition.ts';
import type { Policy } from '../policy.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { RequestLog } from '../request-log.ts';
import type { UsageCounter } from '../usage-counter.ts';
import type { OperationPlan } from './operation-plan.ts';

/** What can change in a served world besides the world itself: each of it is copied, put back and exported with it. */
export type ServerState = {
  readonly policy: Policy;
  readonly limiter: RateLimiter;
  readonly meter: UsageCounter;
  readonly counters: Counters;
  readonly faults: Faults;
  readonly requests: RequestLog;
};

/** What never changes. */
type StaticDeps = {
  readonly definition: MockDefinition<Tables>;
  readonly plans: ReadonlyMap<OperationId, OperationPlan>;
  /** null: any origin */
  readonly origins: ReadonlySet<string> | null;
  readonly verify: boolean;
  /** the refusals already held to the document: operation, status, code, form; a cache */
  readonly documentedRefusals: Set<string>;
  readonly reportFault: (error: unknown, where: string) => void;
};

export type PipelineDeps = StaticDeps & ServerState & { readonly world: World<Tables> };
