// Reads an error body in either of the two stated shapes, and tells which field a key of `errors` speaks of.
import { isObject } from '../../contract/is-object.ts';

export type ErrorBody = {
  shape: 'envelope' | 'flat' | 'both';
  code: string | undefined;
  message: string;
  /** field key → messages; empty when the body has none */
  errors: Record<string, string[]>;
  /** what is wrong with the body, in sentences; empty when it is sound */
  problems: string[];
};

/**
 * The error body as one form, or null when it has neither shape (specification, Errors: a client must tolerate both).
 * @param body the parsed body
 */
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
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) errors[key] = value;
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

/** `items[0].billing_cycle`, `/items/0/billing_cycle` and `items.0.billing_cycle` as the same segments. */
function fieldPath(key: string): string[] {
  return key
    .replace(/^\$\.?/, '')
    .split(/[./[\]]+/)
    .map((segment) => segment.replace(/^["']|["']$/g, ''))
    .filter((segment) => segment !== '');
}

/**
 * Whether a key of `errors` speaks of a field. Any spelling counts, and so does a key that only ends in, or only is,
 * the field's last name; `items.1.quantity` does not speak of `items.0.quantity`.
 */
export function keyMatchesField(key: string, field: string): boolean {
  const keySegments = fieldPath(key).reverse();
  const fieldSegments = fieldPath(field).reverse();
  if (keySegments.length === 0 || fieldSegments.length === 0) return false;
  const shared = Math.min(keySegments.length, fieldSegments.length);
  for (let index = 0; index < shared; index++)
    if (keySegments[index] !== fieldSegments[index] && keySegments[index] !== '*') return false;
  return true;
}

/** The messages `errors` holds for a field; undefined when no key speaks of it. */
export function messagesForField(errors: Record<string, string[]>, field: string): string[] | undefined {
  const keys = Object.keys(errors).filter((key) => keyMatchesField(key, field));
  return keys.length === 0 ? undefined : keys.flatMap((key) => errors[key] ?? []);
}
