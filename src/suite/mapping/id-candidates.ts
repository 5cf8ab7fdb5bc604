// Finds the values in the reply to a creation that may be the id of the created resource.
import { UUID } from '../../contract/uuid.ts';
import { snakeCase } from '../../form/names.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Kind, nounsOf } from '../model/kinds.ts';
import { ID_NAME, idInText, idText, KEY_NAME, lastSegment } from './ids.ts';
import { type Leaf, leavesOf, parentOf } from './leaves.ts';
import { referenceNouns } from './proven-form.ts';

/** A value that may be an id, and where it stands: at a JSON Pointer (RFC 6901) in the body, or in the `Location` header. */
export type IdCandidate = { id: string; place: string; score: number };

/** The highest score of a value whose name does not say that it is an id. */
export const UNNAMED_SCORE = 50;
/** The most candidates that are tried for one kind. */
export const MAX_CANDIDATES = 5;
const MAX_CANDIDATE_LENGTH = 128;

const LINK_NAME = /^(self|href|url|uri|link|location|resource|resource_url)$/;
/** Matches the names of values and objects that are not the created resource. */
const OTHER_THING =
  /(^|_)(tenant|user|owner|account|client|parent|author|creator|created_by|order|invoice|payment|wallet|task|job|operation|process|request|trace|correlation|event|message|session)(_|$)/;
const NO_ID =
  /(^|_)(type|kind|object|status|state|phase|currency|locale|country|region|role|plan|version|etag|ip|cycle|image)$|_(at|on|date|time|from|until)$|^(created|updated|expires|date|time)$/;
const SECRET_NAME = /secret|token|password|(^|_)key$/;
/** Kinds whose creation shows a secret, which may be called `key` and must not stand in a path. */
const HAS_SECRET = /^(ApiKey|Webhook)$/;
const LONG_SECRET = 20;
const TIME = /^\d{4}-\d\d-\d\d([T ]|$)/;

/**
 * Lists the values of a reply to a creation that may be the id of the created resource, the most likely first. What the
 * request sent is no candidate, and neither is what `isKnown` knows from earlier replies.
 * @param isListed whether the body is a row of a list
 */
export function idCandidates(
  { received, request, header }: Pick<Exchange, 'received' | 'request' | 'header'>,
  kind: Kind,
  isKnown: (id: string) => boolean,
  isListed = false,
): IdCandidate[] {
  // A list shows no secret in full.
  const mayBeSecret = HAS_SECRET.test(kind) && !isListed;
  const sent = new Set(leavesOf(request.json).map(({ value }) => idText(value)));
  const inPath = new Set(request.path.split(/[/?&=]/));
  const found = new Map<string, IdCandidate>();
  const add = (id: string, place: IdCandidate['place'], score: number): void => {
    // Counts begin with 0, ids do not.
    const usable =
      !/^0?$/.test(id) && id.length <= MAX_CANDIDATE_LENGTH && !/\s/.test(id) && !/^\.{1,2}$/.test(id);
    // Only a member called `id` may have the number of the parent.
    const isOther = sent.has(id) || (inPath.has(id) && !/\/id$/.test(place));
    if (!usable || score <= 0 || isOther || isKnown(id)) return;
    const before = found.get(id);
    if (before === undefined || before.score < score) found.set(id, { id, place, score });
  };
  const location = header('location');
  if (location !== null) add(lastSegment(location), 'location', 120);
  const opened = new Set<string>();
  for (const leaf of leavesOf(received)) {
    const text = idText(leaf.value);
    const isFirst = !opened.has(parentOf(leaf.pointer)) && !/\/\d+$/.test(leaf.pointer);
    opened.add(parentOf(leaf.pointer));
    if (text === undefined) continue;
    const id = idInText(text);
    const score =
      id === text
        ? valueScore(leaf, text, mayBeSecret, isFirst)
        : LINK_NAME.test(snakeCase(leaf.name)) || ID_NAME.test(snakeCase(leaf.name))
          ? 60
          : 5;
    add(id ?? '', leaf.pointer, score + placeScore(leaf, kind));
  }
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES);
}

/** @param isFirst whether it is the first member of an object, where most servers write the id */
function valueScore(leaf: Leaf, text: string, mayBeSecret: boolean, isFirst: boolean): number {
  const name = snakeCase(leaf.name);
  if (NO_ID.test(name) || TIME.test(text)) return -1000;
  const isIdNamedKey = name === 'key' && !mayBeSecret && /^[\w-]{1,64}$/.test(text);
  if (SECRET_NAME.test(name) && !isIdNamedKey && text.length >= LONG_SECRET && !UUID.test(text)) return -1000;
  if (name === 'id') return 100;
  if (ID_NAME.test(name)) return 80;
  if (UUID.test(text)) return isFirst ? 75 : 70;
  if (KEY_NAME.test(name)) return 60;
  if (typeof leaf.value === 'number') return isFirst ? UNNAMED_SCORE : 5;
  if (/^[\w-]{1,40}$/.test(text) && /\d/.test(text)) return isFirst ? UNNAMED_SCORE : 20;
  return typeof leaf.value === 'string' && /^[\w-]{2,40}$/.test(text) ? 10 : 0;
}

/** Scores a value by where it stands: within the resource, within another resource, or deep within the body. */
function placeScore({ pointer, name }: Leaf, kind: Kind): number {
  const steps = snakeCase(`${parentOf(pointer)}/${name}`)
    .split('/')
    .slice(1);
  const nouns = nounsOf(kind);
  const isOwn = steps.some((step) => nouns.some((noun) => step === noun || step.startsWith(`${noun}_`)));
  const isOther =
    !isOwn &&
    steps.some((step, at) => {
      // A value that is only called `key` is that of the resource itself, not that of an API key.
      const isOwnKey = step === 'key' && at === steps.length - 1;
      return (
        OTHER_THING.test(step) || (!isOwnKey && referenceNouns().has(step.replace(/_(id|uuid|key)$/, '')))
      );
    });
  const deep = steps.length + (steps.some((step) => /^\d+$/.test(step)) ? 5 : 0);
  return (isOwn ? 15 : 0) - (isOther ? 45 : 0) - 2 * deep;
}
