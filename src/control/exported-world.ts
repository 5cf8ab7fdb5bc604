// The file form of a world that the control API exports and imports.

import type { WorldServerSnapshot } from '../server/app.ts';
import type { WorldExport } from '../state/world-export.ts';

/** Everything in a world: its tables, and what is counted and chosen beside them. */
export type ExportedWorld = WorldExport & { parts?: Partial<WorldServerSnapshot['state']> };
