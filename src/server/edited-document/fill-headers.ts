// Gives replies the headers that an edited document adds, and takes those away that it no longer documents.
import { document, documentView, packageDocument } from '../../contract/document.ts';
import { schemaValueMaker } from '../../contract/example-values/schema-value.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
  type Ref,
  type ResponseObject,
  resolveRef,
} from '../../contract/openapi.ts';
import { seedKey } from '../../state/ids.ts';
import type { Reply } from '../http/call.ts';
import type { OperationPlan } from '../pipeline/operation-plan.ts';

/** The headers that a document describes: their schemas by name, by operation and status. */
type DocumentedHeaders = Map<string, Record<string, JsonSchema>>;

function headersOf(of: OpenApiDocument): DocumentedHeaders {
  const found: DocumentedHeaders = new Map();
  for (const { id, operation } of operationsOf(of)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { headers = {} } = resolveRef<ResponseObject>(of, response);
      const schemas = Object.entries(headers).map(([name, header]): [string, JsonSchema] => {
        const { schema = {}, example } = resolveRef<{ schema?: JsonSchema; example?: unknown }>(
          of,
          header as Ref,
        );
        return [name, example === undefined ? schema : { ...schema, examples: [example] }];
      });
      found.set(`${id} ${status}`, Object.fromEntries(schemas));
    }
  }
  return found;
}

let packaged: DocumentedHeaders | undefined;
const edited = documentView<DocumentedHeaders>(new Map(), headersOf);
const values = documentView<Map<string, string>>(new Map(), () => new Map());

/** Adds and removes the headers of a reply in which the edited document differs from that of the package. */
export function fillHeaders(plan: OperationPlan, { status, headers }: Reply): void {
  packaged ??= headersOf(packageDocument());
  const before = packaged.get(`${plan.handler?.id} ${status}`) ?? {};
  const after = edited().get(`${plan.operation.id} ${status}`);
  if (after === undefined) return;
  const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const isDocumented = new Set(Object.keys(after).map((name) => name.toLowerCase()));
  for (const name of Object.keys(before)) if (!isDocumented.has(name.toLowerCase())) delete headers[name];
  for (const [name, schema] of Object.entries(after)) {
    if (sent.has(name.toLowerCase()) || Object.hasOwn(before, name)) continue;
    const value = headerValue(`${plan.operation.id} ${status} ${name}`, schema);
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
  return /^[\t -~]*$/.test(value) ? value : null;
}
