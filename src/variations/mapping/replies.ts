// What single resources, refusals and empty replies look like in a deployment.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Codec } from './codec.ts';
import type { ReadRequest } from './requests.ts';
import { errorCode } from './words.ts';

/** Operations that act on a resource and show nothing that a client has to know. */
export const ACTIONS: readonly OperationId[] = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'cancelOrder',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'closeTicket',
  'logout',
];

/** Adds the members that nobody asked for. */
export function addExtras(codec: Codec, family: string, shown: JsonObject): JsonObject {
  if (codec.features.extras === 'none') return shown;
  const extra = (name: string): string => codec.naming.extra(family, name);
  return {
    [extra('object')]: family.toLowerCase(),
    ...shown,
    [extra('revision')]: 3,
    [extra('hints')]: [{ rel: 'self' }, null],
  };
}

/** Puts the members of a resource into the form of JSON:API, where the deployment uses it. */
export function asItem(codec: Codec, family: string, shown: JsonObject): JsonObject {
  if (codec.features.objects !== 'jsonapi') return shown;
  const { [codec.naming.written('id')]: id, ...attributes } = shown;
  return { type: codec.naming.resource(family, true), ...(id === undefined ? {} : { id }), attributes };
}

/** Puts a single resource into the object that the deployment sends. */
export function inEnvelope(codec: Codec, family: string, item: JsonObject): JsonObject {
  const { objects } = codec.features;
  if (objects === 'bare') return item;
  if (objects === 'jsonapi' || objects === 'data') return { data: item };
  if (objects === 'jsend') return { status: 'success', data: item };
  return { [objects === 'result' ? codec.naming.written('result') : codec.naming.resource(family)]: item };
}

/** Removes the members that are null, and objects that have no other members. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, withoutNulls(inner)] as const)
    .filter(([, inner]) => inner !== null && inner !== undefined);
  return entries.length === 0 && Object.keys(value).length > 0 ? null : Object.fromEntries(entries);
}

/** A refusal of the mock, whichever of the two forms it has. */
type Refusal = {
  code: string;
  message: string;
  errors: Record<string, string[]> | null;
  extra: JsonObject;
  flat: boolean;
};

/** Reads a refusal of the mock; null for a body of another form. */
function refusalOf(json: unknown, status: number): Refusal | null {
  const detail = isObject(json) && isObject(json.error) ? json.error : json;
  if (!isObject(detail) || typeof detail.message !== 'string') return null;
  const { code, message, errors, ...extra } = detail;
  const fields = isObject(errors) ? (errors as Record<string, string[]>) : null;
  const fallback = status === 422 ? 'VALIDATION_FAILED' : 'ERROR';
  return {
    code: typeof code === 'string' ? code : fallback,
    message,
    errors: fields,
    extra,
    flat: detail === json,
  };
}

/** Shows a refusal of the mock as the deployment words it. */
export function showRefusal(
  codec: Codec,
  request: ReadRequest,
  status: number,
  json: unknown,
): { status: number; json: unknown } {
  const refusal = refusalOf(json, status);
  if (!refusal) return { status, json };
  const { features } = codec;
  const own = features.messages === 'own';
  const errors = refusal.errors === null ? null : fieldErrors(request, refusal.errors, own);
  const wanted = features.refusals === 'own' ? status : otherStatus(request, status, refusal);
  const message = own || listsCycles(refusal.message) ? refusal.message : 'The platform did not do this.';
  if (refusal.flat && wanted === 422) return { status: 422, json: { message, errors: errors ?? {} } };
  const needed = wanted === 422 && errors === null ? { request: [message] } : errors;
  const { challenge_token, ...extra } = refusal.extra;
  const challenge =
    challenge_token === undefined
      ? {}
      : { [codec.naming.placeOf('TwoFactorVerifyRequest', 'challenge_token')[0] ?? '']: challenge_token };
  return {
    status: wanted,
    json: {
      error: {
        code: errorCode(refusal.code, features.codes),
        message,
        ...(needed && { errors: needed }),
        ...extra,
        ...challenge,
      },
    },
  };
}

/** Returns whether a message lists the allowed billing cycles, which it must, under whatever field it stands. */
const listsCycles = (message: string): boolean => message.includes('semi_annual');

/** Returns another status for a refusal whose status the specification leaves open. */
function otherStatus({ hasMalformedId }: ReadRequest, status: number, { code, errors }: Refusal): number {
  if (status === 404 && hasMalformedId) return 400;
  if (status === 400 && code === 'MALFORMED_JSON') return 422;
  if (status === 422 && /^(INVALID_STATE|INSUFFICIENT_FUNDS)$/.test(code)) return 400;
  const reason = errors?.customer_id?.[0] ?? '';
  return status === 422 && reason.startsWith('There is no such customer') ? 404 : status;
}

/** Names the fields of a refusal as the deployment does, with the fields that only the deployment knows. */
function fieldErrors(
  request: ReadRequest,
  errors: Record<string, string[]>,
  own: boolean,
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(errors)) {
    if (field === request.poisoned) continue;
    const name = request.fieldName(field);
    const keeps = own || /billing_cycle/.test(field);
    const words = messages.map((one) => (keeps || listsCycles(one) ? one : 'This value is not accepted.'));
    found[name] = [...new Set([...(found[name] ?? []), ...words])];
  }
  for (const [name, message] of Object.entries(request.refused)) found[name] = [message];
  return found;
}
