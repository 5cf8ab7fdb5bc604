// Finds the secret key in the reply that creates an API key, and confirms it by a call with it.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { idIn, isUuid, leaves } from './response-readers.ts';
import { isUtcTime } from './times.ts';

const KEY_NAME = /^(key|api_?key|(\w+_)?token|(\w+_)?secret|plain_?text.*|value)$/i;

/** The most texts of a reply that are tried as the key. */
const MAX_TRIED = 4;

/**
 * Lists the texts in the reply to the creation of an API key that may be the secret key, the most likely first: those
 * with a usual name for a key, then the longest. The id of the key and what was sent are no candidates.
 */
function keyCandidates({ json, request }: Exchange): string[] {
  const others = new Set<unknown>(leaves(request.json).map(({ value }) => value));
  others.add(idIn(json));
  const texts = leaves(json).filter(
    (leaf): leaf is typeof leaf & { value: string } =>
      typeof leaf.value === 'string' &&
      /^\S{16,}$/.test(leaf.value) &&
      !isUuid(leaf.value) &&
      !isUtcTime(leaf.value) &&
      !others.has(leaf.value),
  );
  const rank = ({ name, value }: { name: string; value: string }): number =>
    value.length + (KEY_NAME.test(name.replaceAll('-', '_')) ? 10_000 : 0);
  return [...new Set(texts.sort((a, b) => rank(b) - rank(a)).map(({ value }) => value))];
}

/**
 * Returns the text that is most likely the secret key in the reply that creates an API key. Ends the check as
 * inconclusive when the reply contains no such text.
 */
export function requireKey(t: CheckContext, created: Exchange): string {
  const [text] = keyCandidates(created);
  if (text === undefined)
    t.inconclusive('the reply that creates a key does not show it', { exchange: created });
  return text;
}

/**
 * Lists the customers with a created API key as the credential. A 403 may mean that the key lacks the scope, so it
 * does not show whether the key works.
 */
export const callWith = (t: CheckContext, text: string, label: string): Promise<Exchange> =>
  t.withAuthorization(`Bearer ${text}`, label).send('listCustomers');

/** A call with a created key. */
export type KeyCall = {
  /** the key; where no text was accepted, the most likely text */
  text: string;
  reply: Exchange;
  /** whether every text of the creation's reply that may be the key was tried */
  triedAll: boolean;
};

/**
 * Sends a call with each text of the reply that may be the key, until one is not answered with 401. Ends the check as
 * inconclusive when the reply contains no such text.
 */
export async function callWithNewKey(t: CheckContext, created: Exchange, label: string): Promise<KeyCall> {
  const first = requireKey(t, created);
  const reply = await callWith(t, first, label);
  const others = keyCandidates(created).slice(1);
  if (reply.status !== 401) return { text: first, reply, triedAll: true };
  for (const text of others.slice(0, MAX_TRIED - 1)) {
    const other = await callWith(t, text, label);
    if (other.status !== 401) return { text, reply: other, triedAll: true };
  }
  return { text: first, reply, triedAll: others.length < MAX_TRIED };
}
