// The refusal that a fault gives to a valid request, like the one that the platform would give.
import { errorCodes, type RefusalName, sampleValues } from '../../contract/error-codes.ts';
import { isObject, memberOf } from '../../contract/is-object.ts';
import type { Operation } from '../../contract/operations.ts';
import { Refusal } from '../../state/refusal.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { rowSchemas } from '../row-schemas.ts';
import { documentedExamples } from './documented-examples.ts';

/** The values in braces of messages that are members of the error body too. */
const SHOWN_VALUES = ['retry_after', 'role', 'scope'] as const;

/**
 * Creates a refusal of an operation. Its field is the one of its entry, at its place in the body. What the entry does not
 * say is that of the record's table, or of the operation's documented example with this code.
 */
export function injectedRefusal(
  deps: Pick<PipelineDeps, 'definition' | 'plans'>,
  name: RefusalName,
  operation: Operation,
  { body, caller }: Pick<RequestContext, 'body' | 'caller'>,
): Refusal {
  const entry = errorCodes()[name];
  const { code, status, message } = entry;
  const field = entry.field ?? (name === 'ALREADY_EXISTS' ? uniqueMember(deps, operation) : undefined);
  const error = documentedExamples(operation)
    .filter((one) => name === code && one.status === status)
    .map(({ value }) => memberOf(value, 'error'))
    .find((one) => memberOf(one, 'code') === code);
  const { code: _, message: __, errors: documented, ...members } = isObject(error) ? error : {};
  const sentences = documented as Record<string, string[]> | undefined;
  const values: Record<string, string | number> = {
    ...sampleValues,
    ...(caller.role && { role: caller.role }),
    ...(operation.scopes[0] && { scope: operation.scopes[0] }),
  };
  for (const value of SHOWN_VALUES) if (message.includes(`{${value}}`)) members[value] = values[value];
  const errors = field ? undefined : sentences;
  return new Refusal(name, {
    values,
    extra: members,
    ...(errors && { errors }),
    ...(field && { field: fieldIn(body, field) }),
    ...(status === 429 && { headers: { 'retry-after': String(values.retry_after) } }),
  });
}

function uniqueMember(
  { definition, plans }: Pick<PipelineDeps, 'definition' | 'plans'>,
  { responses, success }: Operation,
): string | undefined {
  const [table = ''] =
    [...rowSchemas(definition, plans)].find(([, schema]) => schema === responses[success]?.schema) ?? [];
  return [definition.tables[table]?.spec.unique?.[0] ?? []].flat().at(-1);
}

// Returns the path of a field that only the objects in a list of the body have; the field itself for every other one.
function fieldIn(body: unknown, field: string): string {
  if (!isObject(body) || Object.hasOwn(body, field)) return field;
  const list = Object.keys(body).find(
    (name) => memberOf(Reflect.get(Object(body[name]), 0), field) !== undefined,
  );
  return list === undefined ? field : `${list}.0.${field}`;
}
