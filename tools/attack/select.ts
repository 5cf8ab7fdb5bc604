// Selects the attacks of a run: all of an area, those with an id prefix, or the fast selection of `npm test`.
import { documentArea } from './document-area.ts';
import { httpArea } from './http-area.ts';
import { importArea } from './import-area.ts';
import { type AttackHead, randomOf, shuffled } from './model.ts';
import { receiverArea } from './receiver-area.ts';
import type { Area } from './shared-mock.ts';
import { targetArea } from './target-area.ts';

export const areas: readonly Area[] = [httpArea, receiverArea, importArea, documentArea, targetArea];

export type Selected = { area: Area; attacks: AttackHead[] };

/** Selects attacks by id prefix; all without prefixes. */
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
/** Maximum number of further attacks drawn from each area. */
const DRAWN: Record<string, number> = { http: 25, receiver: 8, import: 10, document: 1, target: 1 };

/**
 * Selects attacks that take less than a minute together: the most harmful that once succeeded, and a sample of the others.
 * @param small half a minute, for `npm test`
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

/** Attacks that take several seconds although they are not slow by nature. */
const HEAVY =
  /slow-|pipelined-thousand|control-|aborted|event-streams|unread|name-too|label-too|unicode|underscore|alias|sigterm|pattern|gzip-bomb|endless|never|drips|pages|limit-junk|retry|remaining|raw|members|header-flood|zip-|total|receiver-junk/;
