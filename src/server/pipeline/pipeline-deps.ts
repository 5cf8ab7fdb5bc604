// What all pipeline steps of one served world share.
import type { OperationId } from '../../contract/operations.ts';
import type { Tables } from '../../state/table.ts';
import type { World } from '../../state/world.ts';
import type { ReportFault } from '../background.ts';
import type { MockDefinition } from '../mock-definition.ts';
import type { ServerState } from '../server-state.ts';
import type { OperationPlan } from './operation-plan.ts';

type StaticDeps = {
  readonly definition: MockDefinition<Tables>;
  readonly plans: ReadonlyMap<OperationId, OperationPlan>;
  /** the origins that browser pages may call from; null for any origin */
  readonly origins: ReadonlySet<string> | null;
  /** whether replies are validated against the document */
  readonly verify: boolean;
  /** a cache: the refusals already validated against the document, as operation, status, code and error shape */
  readonly documentedRefusals: Set<string>;
  readonly reportFault: ReportFault;
};

/** The dependencies of the pipeline: what never changes, the state of the server, and the world. */
export type PipelineDeps = StaticDeps & ServerState & { readonly world: World<Tables> };
