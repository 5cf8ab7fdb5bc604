// Finds the component of the document that describes the rows of each table.
import type { Tables } from '../state/tables/table.ts';
import type { MockDefinition } from './mock-definition.ts';
import type { OperationPlan } from './pipeline/operation-plan.ts';

/** Finds the schema of each table: the one that it names, or that of the list of its rows. */
export function rowSchemas(
  definition: MockDefinition<Tables>,
  plans: ReadonlyMap<string, OperationPlan>,
): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const [name, { spec }] of Object.entries(definition.tables))
    if (spec.component !== undefined) schemas.set(name, spec.component);
  for (const [path, where] of Object.entries(definition.resources)) {
    if (typeof where !== 'string') continue;
    const list = path.slice(0, path.lastIndexOf('/'));
    for (const { operation, rowSchema } of plans.values()) {
      if (operation.path === list && operation.method === 'GET' && rowSchema !== null)
        schemas.set(where, rowSchema);
    }
  }
  return schemas;
}
