// Operation plans: what the pipeline knows about an operation before any request arrives.
import { document } from '../../contract/document.ts';
import { type OperationDelta, operationDelta, pathShape } from '../../contract/edited-document/delta.ts';
import { errorCodeProblems } from '../../contract/edited-document/error-code-problems.ts';
import { isEdited, type Operation, type OperationId, operations } from '../../contract/operations.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { MockDefinition } from '../mock-definition.ts';

/** How a record is found: by a table, or by a function that throws when the caller may not see the record. */
type ResourceFinder = MockDefinition<Tables>['resources'][string];

/** The path parameter that names a record, and the table or function that finds the record. */
type ResourceLocator = { param: string; finder: ResourceFinder };

/** What the pipeline knows about an operation before any request arrives. */
export type OperationPlan = {
  operation: Operation;
  /** the handler of the operation; null for an added operation, whose replies are generated */
  handler: OperationDelta | null;
  /** the name of the component that describes the body of the success reply; null for a download */
  replySchema: string | null;
  /** for a list: the name of the component that describes one row; null for every other operation */
  rowSchema: string | null;
  media: string;
  locators: ResourceLocator[];
  acceptsExpired: boolean;
};

/**
 * Creates a plan for every operation of the document.
 * @param resources maps each path prefix to the table or function that finds its records, from the mock definition
 * @throws Error naming a prefix that no operation has, or the refusals of an edited document that cannot be followed
 */
export function makeOperationPlans(
  resources: Record<string, ResourceFinder>,
  acceptsExpired: readonly OperationId[],
): Map<OperationId, OperationPlan> {
  const problems = !isEdited() ? [] : errorCodeProblems(document(), operations);
  if (problems.length > 0) throw new Error(problems.join(' '));
  const prefixes = Object.entries(resources).map(([prefix, finder]) => {
    // An edited document may have no operation left at a prefix.
    const isKnown = isEdited() || operations.some(({ path }) => isBelow(path, prefix));
    if (!prefix.endsWith('}') || !isKnown) {
      throw new Error(
        `No operation has a resource at ${prefix}: correct it in the mock definition's \`resources\`.`,
      );
    }
    return { prefix, finder };
  });
  return new Map(
    operations.map((operation) => {
      const { schema = null, media = 'application/json' } = operation.responses[operation.success] ?? {};
      const handler = operationDelta(operation);
      return [
        operation.id,
        {
          operation,
          handler,
          replySchema: schema,
          rowSchema: rowSchemaOf(schema),
          media,
          locators: prefixes
            .filter(({ prefix }) => !operation.isForeign && isBelow(operation.path, prefix))
            .map(({ prefix, finder }) => ({ param: lastParam(operation.path, prefix), finder })),
          acceptsExpired: handler !== null && acceptsExpired.includes(handler.packaged.id),
        },
      ];
    }),
  );
}

// Tells whether a path begins with a prefix, which ends with a parameter, whatever the names of their parameters are.
const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) || (isEdited() && pathShape(path).startsWith(pathShape(prefix)));

const lastParam = (path: string, prefix: string): string =>
  /\{([^{}]+)\}/.exec(path.split('/')[prefix.split('/').length - 1] ?? '')?.[1] ?? '';

// Returns the component of the rows of a page; null when the schema is no page, or the document has no such rows.
function rowSchemaOf(schema: string | null): string | null {
  if (!schema?.endsWith('Page')) return null;
  const row = schema.slice(0, -'Page'.length);
  return !isEdited() || document().components.schemas[row] !== undefined ? row : null;
}
