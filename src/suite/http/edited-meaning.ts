// What an edited document changes in the calls of the checks, which are written for the document of the package: parameters
// that it requires, calls that have no meaning by it, and replies that are due to it.
import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { type JsonSchema, operationsOf, type ParameterObject, resolveRef } from '../../contract/openapi.ts';
import {
  isDocumented,
  isEdited,
  type OperationId,
  operation,
  packageOperation,
  perDocument,
} from '../../contract/operations.ts';
import { changedTransitions } from '../../contract/policies.ts';
import { validateByPackage, validateValue } from '../../contract/validation/validate.ts';
import type { SendOptions } from '../model/context.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { CheckEnded } from '../model/outcome.ts';

/**
 * Says why a call of a check has no meaning by an edited document: it has removed the operation or a parameter, or what is
 * valid by the package is invalid by it, or the other way round. Undefined when the call has its meaning.
 */
export function changedMeaning(
  to: OperationId,
  { query = {}, headers = {}, body, deliberateFault }: SendOptions,
): string | undefined {
  const packaged = packageOperation(to);
  if (!isEdited() || packaged === undefined) return undefined;
  if (!isDocumented(to)) return `has no operation ${to}`;
  const { query: documented, body: expected, idempotency } = operation(to);
  if ('Idempotency-Key' in headers && idempotency === null && packaged.idempotency !== null)
    return `has no Idempotency-Key of ${to}`;
  const lacks = (name: string): boolean => !documented.some((one) => one.name === name);
  const parameter = packaged.query.find(({ name }) => query[name] !== undefined && lacks(name));
  if (parameter !== undefined) return `has no parameter ${parameter.name} of ${to}`;
  if (!isObject(body) || !packaged.body || !expected) return undefined;
  const [was, is] = [validateByPackage(packaged.body.schema, body), validateValue(expected.schema, body)];
  if (deliberateFault === undefined)
    return was.length === 0 && is[0] ? `does not allow this body of ${to}: ${is[0].message}` : undefined;
  const allowed = was.find(({ field }) => !is.some((one) => one.field === field));
  return allowed && `allows this ${allowed.field || 'body'} of ${to}`;
}

const STATE_REFUSALS = [400, 409, 422];

/**
 * Ends a check whose call an edited document permits in other states than the package's, or to other roles.
 * @throws CheckEnded (not applicable) when the reply may be due to that
 */
export function assertSameMeaning(to: OperationId, exchange: Exchange): void {
  if (!isEdited()) return;
  const { roles = [] } = packageOperation(to) ?? {};
  if (exchange.status === 403 && roles.some((role) => !operation(to).roles.includes(role)))
    throw new CheckEnded('not-applicable', `the document permits ${to} to fewer roles`);
  const demanded = required().get(to)?.known[0];
  if (demanded !== undefined && !isSuccess(exchange))
    throw new CheckEnded('not-applicable', `the document requires the parameter ${demanded} of ${to}`);
  const { added, removed } = changedTransitions(to);
  const changed = isSuccess(exchange) ? added : STATE_REFUSALS.includes(exchange.status) ? removed : [];
  if (changed.length > 0)
    throw new CheckEnded('not-applicable', `the document changes the transitions of ${to}`);
}

/**
 * The required parameters of an operation: those that the document adds, of which a call shows a value, and the names of
 * those that the package knows as optional, such as filters, which would change what a call asks.
 */
type RequiredParameters = { added: ParameterObject[]; known: string[] };

const required = perDocument((table) => {
  const named = new Map(operationsOf(document()).map((one) => [one.id, one.parameters]));
  return new Map<string, RequiredParameters>(
    table.flatMap(({ id }) => {
      const packaged = packageOperation(id)?.query.map(({ name }) => name) ?? [];
      const all = named.get(id)?.filter((one) => one.required && one.in !== 'path') ?? [];
      const added = all.filter(({ name }) => !packaged.includes(name));
      const known = all.map(({ name }) => name).filter((name) => packaged.includes(name));
      return all.length > 0 ? [[id, { added, known }]] : [];
    }),
  );
});

/** Returns the options of a call with a documented value for each parameter that it lacks and the document requires. */
export function withRequiredParameters(operation: string, options: SendOptions): SendOptions {
  const parameters = required().get(operation)?.added;
  if (parameters === undefined) return options;
  const of = (place: 'query' | 'header'): Record<string, string> =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map((one) => [one.name, shownValue(one)]),
    );
  return {
    ...options,
    query: { ...of('query'), ...options.query },
    headers: { ...of('header'), ...options.headers },
  };
}

function shownValue({ example, schema = {} }: ParameterObject): string {
  const {
    examples,
    enum: values,
    default: usual,
    minimum,
    minLength = 1,
    type,
  } = resolveRef<JsonSchema>(document(), schema);
  const [shown] = [example, ...[examples ?? []].flat(), usual, ...(values ?? []), minimum].filter(
    (one) => one !== undefined,
  );
  return String(
    shown ?? (type === 'string' ? 'x'.repeat(Number(minLength) || 1) : type === 'boolean' ? 'true' : '1'),
  );
}
