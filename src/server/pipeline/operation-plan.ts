// Operation plans: what the pipeline knows about an operation before any request arrives.
import { type Operation, type OperationId, operations } from '../../contract/operations.ts';
import type { Tables } from '../../state/table.ts';
import type { MockDefinition } from '../mock-definition.ts';

/** How a record is found: by a table, or by a function that throws when the caller may not see the record. */
type ResourceFinder = MockDefinition<Tables>['resources'][string];

/** The path parameter that names a record, and the table or function that finds the record. */
type ResourceLocator = { param: string; finder: ResourceFinder };

/** What the pipeline knows about an operation before any request arrives. */
export type OperationPlan = {
  operation: Operation;
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
 * @throws Error naming a prefix that no operation has
 */
export function makeOperationPlans(
  resources: Record<string, ResourceFinder>,
  acceptsExpired: readonly OperationId[],
): Map<OperationId, OperationPlan> {
  const prefixes = Object.entries(resources).map(([prefix, where]) => {
    const param = /\{([^{}/]+)\}$/.exec(prefix)?.[1];
    if (param === undefined || !operations.some(({ path }) => isBelow(path, prefix))) {
      throw new Error(
        `No operation has a resource at ${prefix}: correct it in the mock definition's \`resources\`.`,
      );
    }
    return { prefix, param, finder: where };
  });
  return new Map(
    operations.map((operation) => {
      const { schema = null, media = 'application/json' } = operation.responses[operation.success] ?? {};
      return [
        operation.id,
        {
          operation,
          replySchema: schema,
          rowSchema: schema?.endsWith('Page') ? schema.slice(0, -'Page'.length) : null,
          media,
          locators: prefixes.filter(({ prefix }) => isBelow(operation.path, prefix)),
          acceptsExpired: acceptsExpired.includes(operation.id),
        },
      ];
    }),
  );
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
