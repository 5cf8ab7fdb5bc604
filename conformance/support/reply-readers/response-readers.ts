// Functions that read replies whose shape the specification leaves open: ids, statuses, members, media type.
import { isObject } from '../../../src/contract/is-object.ts';
import { ownId } from '../../../src/suite/mapping/ids.ts';
import { leaves } from '../../../src/suite/mapping/leaves.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import type { SentRequest } from '../../../src/suite/model/exchange.ts';

export { type Leaf, leaves } from '../../../src/suite/mapping/leaves.ts';

export const isSuccess = (exchange: Exchange): boolean => exchange.status >= 200 && exchange.status < 300;
export const isRefusal = (exchange: Exchange): boolean => exchange.status >= 400 && exchange.status < 500;

/**
 * Returns whether a request may be a replay with an Idempotency-Key, whose reply may have another status than the first one.
 */
export function mayBeReplay({ request, concurrent }: Exchange, sent: Set<string>): boolean {
  const key = request.headers['idempotency-key'];
  const isKnown = key !== undefined && (concurrent || sent.has(key));
  if (key !== undefined) sent.add(key);
  return isKnown;
}

const uuidText = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const uuid = new RegExp(`^${uuidText}$`, 'i');

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** Returns the texts within a body. @param named matches the names of their members */
export const textsIn = (body: unknown, named = /^/): string[] =>
  leaves(body).flatMap(({ name, value }) => (typeof value === 'string' && named.test(name) ? [value] : []));

/** Returns whether two SKUs have one form: a UUID, a number or a name. A deployment may show a product by its own id. */
export const isComparableSku = (one: unknown, other: unknown): boolean => {
  const [form, otherForm] = [one, other].map((sku) => (isUuid(sku) ? 'uuid' : /^\d+$/.test(`${sku}`)));
  return form === otherForm;
};

/**
 * Returns whether an id is unique across tenants and kinds of resources. A small number, also behind a
 * prefix such as that of `INV-2026-0001`, may be counted per tenant or per kind, and a word without a digit may be a state.
 */
export const isUniqueId = (id: string): boolean =>
  /\d/.test(id) && !/^(?:[a-z]{1,6}[-_ ]?)?(?:\d{4}[-_ ])?\d{1,9}$/i.test(id);

/**
 * Returns whether a body contains a text as a whole value, whatever its letter case. A numeric id counts only in
 * members whose name is that of an id.
 */
export function mentions(body: unknown, text: string): boolean {
  const searched = text.toLowerCase();
  if (/^\d{1,16}$/.test(text)) {
    const same = leaves(body).some(
      ({ name, pointer, value }) =>
        typeof value === 'number' &&
        String(value) === text &&
        (/ids?$/i.test(name) || /\/\d+$/.test(pointer)),
    );
    if (same) return true;
  }
  const same = (value: unknown): boolean =>
    typeof value === 'string' && value.length === text.length && value.toLowerCase() === searched;
  return same(body) || leaves(body).some(({ value }) => same(value));
}

export { ownId as idIn } from '../../../src/suite/mapping/ids.ts';

/** Returns the id of the resource that a call created; undefined when the reply only repeats an id from the path. */
export function idOf(
  exchange: (Pick<Exchange, 'json'> & { request: Pick<SentRequest, 'params'> }) | undefined,
): string | undefined {
  const id = ownId(exchange?.json);
  return id !== undefined && Object.values(exchange?.request.params ?? {}).includes(id) ? undefined : id;
}

/**
 * Returns the status of a resource, under any of the member names that deployments use; undefined when there is no
 * status.
 */
export function statusIn(body: unknown): string | undefined {
  // The `status` of a JSend envelope is that of the reply, not of the resource in its `data`.
  const isJsend = isObject(body) && body.status === 'success' && isObject(body.data);
  return textsIn(isJsend ? body.data : body, /^(status|state|phase|lifecycle)$/)[0];
}

/** Serializes a body for comparison. Members that state when the resource was read or changed are left out. */
export function stableFields(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  let text = stableFieldsByBody.get(body);
  if (text === undefined) {
    text = JSON.stringify(body, (name, value: unknown) => (VOLATILE_NAMES.test(name) ? undefined : value));
    stableFieldsByBody.set(body, text);
  }
  return text;
}
export const VOLATILE_NAMES = /^(updated_at|modified_at|last_.*_at|generated_at|request_id|version|etag)$/;
const stableFieldsByBody = new WeakMap<object, string>();

/** Returns whether a profile may be that of a platform admin, by a role, a scope or a flag, whatever it is called. */
export const maySeeAllTenants = ({ json }: Pick<Exchange, 'json'>): boolean =>
  leaves(json).some(
    ({ name, value }) =>
      (typeof value === 'string' && /^[\w:.*-]+$/.test(value) && ADMIN.test(value)) ||
      (value === true && ADMIN.test(name)),
  );
const ADMIN = /platform|super.?(admin|user)/i;

/** Returns the media type of a reply, in lower case and without parameters; an empty text when the reply has none. */
export const mediaType = (exchange: Exchange): string =>
  (exchange.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Describes a body by a value that it should contain, for the evidence of a check. */
export const bodyWith = (value: unknown): string => `a body with ${JSON.stringify(value)} in it`;
