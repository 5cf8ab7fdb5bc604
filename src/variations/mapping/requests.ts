// Reads a request to a deployment: its ids, its query and its body, as the mock understands them.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { type Operation, type OperationId, operation } from '../../contract/operations.ts';
import { UUID } from '../../contract/uuid.ts';
import type { ClientRequest, RequestEdit } from '../exchange.ts';
import { poison } from '../poison.ts';
import type { Codec } from './codec.ts';
import { keepsRequest, kindOfParameter } from './families.ts';
import type { ListQuery, Lists } from './lists.ts';

/** What the reply to a request has to know of the request. */
export type ReadRequest = {
  operation: Operation;
  list: ListQuery;
  hasMalformedId: boolean;
  /** the refusals of fields that only the deployment knows: field → message */
  refused: Record<string, string>;
  /** the member that was made invalid so that the mock refuses the request; null when there is none */
  poisoned: string | null;
  /** returns the deployment's name of a field of the mock's error body */
  fieldName(field: string): string;
};

/** A member that some deployments require although the contract does not have it. */
type RequiredMember = { name: string; accepts(value: unknown): boolean; example: unknown; of?: string };

const text = (name: string, example = 'Conformance {unique}'): RequiredMember => ({
  name,
  accepts: (value) =>
    typeof value === 'string' && value !== '' && (!example.includes('@') || value.includes('@')),
  example,
});

/** Operation → the member that it requires. The requests that the specification shows need no further member. */
const REQUIRED: Partial<Record<OperationId, RequiredMember>> = {
  createCustomer: { name: 'terms_accepted', accepts: (value) => typeof value === 'boolean', example: true },
  createTicket: text('contact_email', '{unique}@example.org'),
  createApiKey: text('contact_email', '{unique}@example.org'),
  createWebhook: text('label'),
  createDnsZone: text('label'),
  createVps: text('display_label'),
};

/** The member of tickets that has given values, which the refusal lists. */
const QUEUE: RequiredMember = {
  name: 'queue',
  accepts: (value) => value === 'accounting' || value === 'engineering',
  example: 'accounting',
  of: 'accounting, engineering',
};

/** Returns the member that a deployment requires for an operation. */
export function requiredOf({ features }: Codec, id: OperationId): RequiredMember | undefined {
  if (features.required === 'of given values') return id === 'createTicket' ? QUEUE : undefined;
  return features.required === 'some' ? REQUIRED[id] : undefined;
}

/** Changes a request to the form that the mock reads. Returns null for a request of no operation. */
export function readRequest(
  codec: Codec,
  lists: Lists,
  change: RequestEdit,
  request: ClientRequest,
  tenant: string,
): ReadRequest | null {
  if (request.operation === null) return null;
  const found = operation(request.operation);
  const hasMalformedId = readPath(codec, change, request, found, tenant);
  const list = lists.read(found, request.query, tenant);
  change.query = list.query;
  const schema = found.body?.schema ?? '';
  const keep = keepsRequest(found.id);
  const state: ReadRequest = {
    operation: found,
    list,
    hasMalformedId,
    refused: {},
    poisoned: null,
    fieldName: (field) =>
      found.query.some(({ name }) => name === field)
        ? lists.parameter(field)
        : codec.fieldName(schema, keep, field),
  };
  if (found.body && isObject(change.json)) readBody(codec, change, change.json, state, schema, keep);
  return state;
}

function readPath(
  codec: Codec,
  change: RequestEdit,
  request: ClientRequest,
  found: Operation,
  tenant: string,
): boolean {
  let isMalformed = false;
  codec.ids.tenant = tenant;
  for (const [name, id] of Object.entries(request.params)) {
    const read = String(codec.ids.read(id, kindOfParameter(found.path, name)));
    isMalformed ||= !UUID.test(read);
    if (read !== id) change.path = change.path.replace(encodeURIComponent(id), read).replace(id, read);
  }
  return isMalformed;
}

function readBody(
  codec: Codec,
  change: RequestEdit,
  sent: JsonObject,
  state: ReadRequest,
  schema: string,
  keep: boolean,
): void {
  const given = { ...sent };
  const required = requiredOf(codec, state.operation.id);
  if (required) {
    const name = codec.naming.extra(codec.family(schema), required.name);
    if (!required.accepts(given[name]))
      state.refused[name] =
        required.of && given[name] !== undefined
          ? `This must be one of: ${required.of}.`
          : 'This field is required.';
    delete given[name];
  }
  const { value, unknown } = codec.read(schema, given, keep);
  if (!isObject(value)) return;
  if (codec.features.unknown === 'refused')
    for (const name of unknown) state.refused[name] = 'This field is unknown.';
  change.json = value;
  if (Object.keys(state.refused).length > 0)
    state.poisoned = poison(schema, Object.keys(codec.properties(schema)), value);
}
