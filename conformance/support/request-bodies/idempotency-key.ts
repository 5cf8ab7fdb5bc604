// Builds values of the Idempotency-Key header.
import { createHash } from 'node:crypto';
import type { CheckContext } from '../../../src/suite/model/define.ts';

/**
 * Returns an Idempotency-Key that no other request of any run has. The key is a UUID (version 8, RFC 9562), because a
 * server may accept no other form: the specification shows none.
 */
export function newIdempotencyKey(t: CheckContext): string {
  const hex = createHash('sha256').update(t.unique('key')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the header of a request with an Idempotency-Key. */
export const idempotencyHeader = (key: string): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });
