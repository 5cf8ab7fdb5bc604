// Parses error bodies, both the envelope and the flat error body, and matches the keys of `errors` with fields.
import { isObject } from '../../contract/is-object.ts';

/** An error body in one form, whether it was received as an envelope or as a flat error body. */
export type ErrorBody = {
  shape: 'envelope' | 'flat' | 'both';
  code: string | undefined;
  message: string;
  /** field key → messages; empty when the body has no `errors` */
  errors: Record<string, string[]>;
  /** sentences that state what is malformed in the body; empty when nothing is malformed */
  problems: string[];
};

/** Parses an error body (specification, Errors: a client must accept both the envelope and the flat body). */
export function parseErrorBody(body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  const envelope = isObject(body.error) ? body.error : undefined;
  const flat = envelope === undefined || typeof body.message === 'string' || isObject(body.errors);
  const source = envelope ?? body;
  if (envelope === undefined && typeof body.message !== 'string' && !('errors' in body)) return null;
  const problems: string[] = [];
  if (envelope !== undefined && typeof envelope.code !== 'string') {
    problems.push('`error.code` is not a string');
  }
  if (typeof source.message !== 'string') {
    problems.push(`\`${envelope ? 'error.' : ''}message\` is not a string`);
  }
  const errors: Record<string, string[]> = {};
  const errorsMember = source.errors ?? body.errors;
  if (isObject(errorsMember)) {
    for (const [key, value] of Object.entries(errorsMember)) {
      if (Array.isArray(value) && value.every((message) => typeof message === 'string')) errors[key] = value;
      else problems.push(`\`errors.${key}\` is not an array of strings`);
    }
  } else if (
    errorsMember !== undefined &&
    errorsMember !== null &&
    !(Array.isArray(errorsMember) && errorsMember.length === 0)
  ) {
    problems.push('`errors` is not an object');
  }
  return {
    shape: envelope ? (flat ? 'both' : 'envelope') : 'flat',
    code: typeof envelope?.code === 'string' ? envelope.code : undefined,
    message: typeof source.message === 'string' ? source.message : '',
    errors,
    problems,
  };
}

/** Quotes a refusal: status, code, message and the first message of at most four fields, in at most 200 characters. */
export function refusalText(status: number, body: unknown): string {
  const error = parseErrorBody(body);
  const fields = Object.entries(error?.errors ?? {}).map(
    ([field, messages]) => `${field}: ${messages[0] ?? ''}`,
  );
  return [`${status}`, error?.code, error?.message, ...fields.slice(0, 4)]
    .filter((text) => text !== undefined && text !== '')
    .join(' ')
    .slice(0, 200);
}

/** Returns what to do about an operation that answered 403. @param caller the name of the credential */
export const forbiddenAdvice = (operation: string, caller: string): string =>
  `give a credential that may call ${operation} (credentials.${caller} was answered 403)`;

/** The keys `items[0].cycle`, `/items/0/cycle` and `items.0.cycle` give the same segments. */
function fieldPath(key: string): string[] {
  return key
    .replace(/^\$\.?/, '')
    .split(/[./[\]]+/)
    .map((segment) => segment.replace(/^["']|["']$/g, ''))
    .filter((segment) => segment !== '');
}

/**
 * Returns whether a key of `errors` refers to a field. The key may use any spelling, and may be, or end in, only the
 * last name of the field; `items.1.quantity` does not match `items.0.quantity`.
 */
export function keyMatchesField(key: string, field: string): boolean {
  const [keySegments, fieldSegments] = [fieldPath(key), fieldPath(field)];
  const shared = Math.min(keySegments.length, fieldSegments.length);
  return shared > 0 && areSame(keySegments.slice(-shared), fieldSegments.slice(-shared));
}

/** Returns whether a key of `errors` names an object or array that contains the field: `items` for `items.0.quantity`. */
function keyEnclosesField(key: string, field: string): boolean {
  const [keySegments, fieldSegments] = [fieldPath(key), fieldPath(field)];
  return (
    keySegments.length > 0 && keySegments.length < fieldSegments.length && areSame(keySegments, fieldSegments)
  );
}

const areSame = (keySegments: readonly string[], fieldSegments: readonly string[]): boolean =>
  keySegments.every((segment, index) => segment === fieldSegments[index] || segment === '*');

/**
 * Returns the messages that `errors` has for a field; undefined when no key refers to it. When no key refers to the
 * field itself, a key of an object or array that contains the field counts: the specification shows `errors` for
 * members of the body only, so a server may report an error inside an item under `items` or `items.0`.
 */
export function messagesForField(errors: Record<string, string[]>, field: string): string[] | undefined {
  const exact = Object.keys(errors).filter((key) => keyMatchesField(key, field));
  const keys = exact.length > 0 ? exact : Object.keys(errors).filter((key) => keyEnclosesField(key, field));
  return keys.length === 0 ? undefined : keys.flatMap((key) => errors[key] ?? []);
}
