// One spelling for equal JSON values, and its fingerprint: key order and spaces make no difference.
import { sha256Hex } from '../contract/digest.ts';

/** JSON text with the members of every object sorted by name. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** The SHA-256 of a value's canonical JSON, in lower-case hex. */
export function fingerprint(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
