// The JSON form of an exported world.

import type { WorldServerSnapshot } from '../../server/app.ts';
import type { WorldExport } from '../../state/world-export.ts';

/** An exported world: its tables, and in `parts` the other server state, such as policy, counters and faults. */
export type ExportedWorld = WorldExport & { parts?: Partial<WorldServerSnapshot['state']> };
