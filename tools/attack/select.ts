// Selects the attacks of a run: all attacks, the attacks with a given id prefix, or the fast selection of `npm test`.
import { documentArea } from './document-area.ts';
import { httpArea } from './http-area.ts';
import { importArea } from './import-area.ts';
import { type AttackHead, randomOf, shuffled } from './model.ts';
import { receiverArea } from './receiver-area.ts';
import type { Area } from './shared-mock.ts';
import { targetArea } from './target-area.ts';

export const areas: readonly Area[] = [httpArea, receiverArea, importArea, documentArea, targetArea];

export type Selected = { area: Area; attacks: AttackHead[] };

/** Selects the attacks whose id begins with one of the given prefixes; all attacks when there are no prefixes. */
export function select(only: readonly string[], seed: number): Selected[] {
  return areas
    .map((area) => ({
      area,
      attacks: area
        .attacks(seed)
        .filter(({ id }) => only.length === 0 || only.some((one) => id.startsWith(one))),
    }))
    .filter(({ attacks }) => attacks.length > 0);
}

/** Attacks that are always in the selection of `npm test`: they once ended a process, or filled its memory. */
const ALWAYS = [
  'http/control-path-in-query',
  'http/two-hosts',
  'http/arrange-long-name',
  'receiver/unresolvable',
  'receiver/own-reset',
  'import/ordinals-empty',
  'import/currency',
  'target/zip-bomb',
  'target/control-bytes-values',
  'target/echo-raw',
];
/** Attacks that the fast selection adds. */
const FAST = [
  ...ALWAYS,
  'receiver/foreign-page',
  'import/no-tenants',
  'import/unchanged',
  'target/million-rows',
  'target/domain-1',
  'target/id-1',
  'target/remaining-0',
];
/** Attack area → maximum number of attacks that the fast selection draws from it in addition to the fixed attacks. */
const DRAWN: Record<string, number> = { http: 25, receiver: 8, import: 10, document: 1, target: 1 };

/**
/**
 * Selects attacks that take less than a minute together: the attacks that once succeeded with the worst effect, and a
 * sample of the other attacks.
 * @param small selects attacks for half a minute, for `npm test`
 */
export function selectFast(seed: number, small = false): Selected[] {
  const chosen = small ? ALWAYS : FAST;
  const share = small ? 3 : 1;
  const random = randomOf(seed);
  return select([], seed).map(({ area, attacks }) => {
    const always = attacks.filter(({ id }) => chosen.includes(id));
    const others = attacks.filter(({ id, slow }) => !slow && !FAST.includes(id) && !HEAVY.test(id));
    const drawn = Math.floor((DRAWN[area.name] ?? 0) / share);
    return { area, attacks: [...always, ...shuffled(others, random).slice(0, drawn)] };
  });
}

/**
 * Matches the ids of attacks that take several seconds although they are not marked as slow; the fast selection
 * leaves them out.
 */
const HEAVY =
  /slow-|pipelined-thousand|control-|aborted|event-streams|unread|name-too|label-too|unicode|underscore|alias|sigterm|pattern|gzip-bomb|endless|never|drips|pages|limit-junk|retry|remaining|raw|members|header-flood|zip-|total|receiver-junk/;
