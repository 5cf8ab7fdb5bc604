// Gives replies the headers that an edited document adds, and takes those away that it no longer documents.
import { document, documentView, packageDocument } from '../../contract/document.ts';
import { documentedHeaders } from '../../contract/edited-document/header-problems.ts';
import { schemaValueMaker } from '../../contract/example-values/schema-value.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { packageOperations } from '../../contract/operations.ts';
import { seedKey } from '../../state/ids.ts';
import type { Reply } from '../http/call.ts';
import type { OperationPlan } from '../pipeline/operation-plan.ts';

/** The made values of headers, by operation, status and name. */
const values = documentView<Map<string, string>>(new Map(), () => new Map());
/** The longest value of a header that is filled in, in characters. */
const MAX_LENGTH = 4096;

/** Adds and removes the headers of a reply in which the edited document differs from that of the package. */
export function fillHeaders({ operation, handler }: OperationPlan, { status, headers }: Reply): void {
  const known = packageOperations.find(({ id }) => id === handler?.id);
  const before = known ? documentedHeaders(packageDocument(), known, status) : new Map<string, unknown>();
  const after = documentedHeaders(document(), operation, status);
  const lowerCase = (names: Iterable<string>): Set<string> =>
    new Set([...names].map((name) => name.toLowerCase()));
  const sent = lowerCase(Object.keys(headers));
  const documented = lowerCase(after.keys());
  if (after.size > 0)
    for (const name of before.keys()) if (!documented.has(name.toLowerCase())) delete headers[name];
  for (const [name, { schema }] of after) {
    if (sent.has(name.toLowerCase()) || before.has(name)) continue;
    const value = headerValue(`${operation.id} ${status} ${name}`, schema);
    if (value !== null) headers[name] = value;
  }
}

/** Returns the first example of a header's schema or a made value, the same for the same place; null for neither. */
function headerValue(place: string, schema: JsonSchema): string | null {
  let value = values().get(place);
  if (value === undefined) {
    const { components, ...rest } = document();
    const schemas = { ...components.schemas, Header: schema };
    try {
      value = String(
        schemaValueMaker({ ...rest, components: { ...components, schemas } }, 'Header')(
          seedKey(1, place).a >>> 0,
          { examples: true, names: true },
        ),
      );
    } catch {
      return null;
    }
    values().set(place, value);
  }
  return value.length <= MAX_LENGTH && /^[\t -~]*$/.test(value) ? value : null;
}
