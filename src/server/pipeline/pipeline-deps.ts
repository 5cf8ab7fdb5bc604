// The dependencies that all pipeline steps of one served world share.
import type { OperationId } from '../../contract/operations.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { World } from '../../state/world.ts';
import type { ReportFault } from '../background.ts';
import type { EntryPoints } from '../entry-point.ts';
import type { Overrides } from '../fault-injection/overrides.ts';
import type { MockDefinition } from '../mock-definition.ts';
import type { ServerState } from '../server-state.ts';
import type { OperationPlan } from './operation-plan.ts';

type StaticDeps = {
  readonly definition: MockDefinition<Tables>;
  readonly plans: ReadonlyMap<OperationId, OperationPlan>;
  /** the origins whose browser pages may call the API; null for every origin */
  readonly origins: ReadonlySet<string> | null;
  /** whether replies are validated against the document */
  readonly verify: boolean;
  /** the refusals already validated against the document: operation, status, code, error shape */
  readonly documentedRefusals: Set<string>;
  /** the replies that a test has overridden */
  readonly overrides: Overrides;
  readonly reportFault: ReportFault;
  /** what the server serves besides the API, as paths */
  readonly entryPoints: Readonly<EntryPoints>;
};

/** The dependencies of the pipeline: constants, the state of the server, and the world. */
export type PipelineDeps = StaticDeps & ServerState & { readonly world: World<Tables> };
