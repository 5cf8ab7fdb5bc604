// Amends a request body that a target refuses with 422: adds the members that the reply names, takes a value that the
// message lists, and leaves out members that the target does not know.

import { document } from '../../../src/contract/document.ts';
import { isObject } from '../../../src/contract/is-object.ts';
import { valueAt } from '../../../src/contract/json/pointer.ts';
import { operation as documented, type OperationId } from '../../../src/contract/operations.ts';
import { shownMembers } from '../../../src/form/families.ts';
import { snakeCase } from '../../../src/form/names.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { AmendedBody, RefusedBody } from '../../../src/suite/model/context.ts';
import type { CallerApi } from '../../../src/suite/model/define.ts';
import { kindOf, listOf } from '../../../src/suite/model/kinds.ts';
import { isSuccess, leaves } from '../reply-readers/response-readers.ts';
import { type Candidate, candidateValues, isReference, type WantedField } from './field-families.ts';
import { withValueAt } from './request-bodies.ts';

const UNKNOWN_MEMBER =
  /unknown|unexpected|unrecogni[sz]ed|not (an? )?(allowed|permitted|expected|known|supported|accepted|valid (member|field|property|attribute|parameter|key))|additional|extra|no such (field|member|property|attribute|parameter)|superfluous/i;
/** Matches messages about the value of a member that the target knows: `This value is not accepted.` */
const ABOUT_VALUE = /\bvalues?\b/i;
/** Matches further messages about the value of a member, or its absence. */
const OF_VALUES = /\b(values?|(in)?valid|format|malformed|must|should|required|missing|blank|empty)\b/i;
const LISTED_VALUES =
  /\b(?:one of|allowed(?: values)?(?: are)?|permitted(?: values)?|valid (?:values|options)(?: are)?|choose(?: from)?|either|accepted values(?: are)?|options are|possible values(?: are)?|in|from)\b\s*:?\s*[[({]?\s*([^\])}]+)/i;

/** After so many values of the run's own, without a list of allowed ones, a refused member is left out. */
const MAX_VALUES = 2;

/** Returns the values that a message lists as allowed: `must be one of: a, b or c`. */
export function listedValues(message: string): string[] {
  const list = LISTED_VALUES.exec(message)?.[1] ?? message;
  const values = list
    .split(list.includes(',') ? /,|\bor\b|\band\b/ : /[|;/]|\bor\b|\band\b/)
    .map((value) => value.trim().replace(/^["'`“‘]+|["'`”’.]+$/g, ''))
    .filter((value) => value !== '');
  return values.length > 1 && values.every((value) => /^[\w.:*+/-]{1,60}$/.test(value)) ? values : [];
}

/** Returns the words of a text by their first four letters, so that `tickets` and `ticket` are one word. */
const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[a-z]{4,}/g)].map(([word]) => word.slice(0, 4));

const sharesWord = (values: readonly string[], sent: unknown): boolean => {
  const words = values.flatMap(wordsOf);
  return wordsOf(JSON.stringify(sent) ?? '').some((word) => words.includes(word));
};

/** Returns values in an order that begins with those that share words with the suite's own body. */
function bySimilarity(values: readonly string[], original: unknown): string[] {
  const own = new Set(leaves(original).flatMap(({ value }) => wordsOf(JSON.stringify(value) ?? '')));
  const shared = (value: string): number => wordsOf(value).filter((word) => own.has(word)).length;
  return [...values].sort((one, other) => shared(other) - shared(one));
}

/** Returns a field key as the path of a member, `contact.email`; undefined for a key that is no member. */
function memberPath(key: string, body: Record<string, unknown>): string[] | undefined {
  const path = key
    .replace(/^\$\.?/, '')
    .split(/[./[\]]+/)
    .filter((segment) => segment !== '');
  const [first = ''] = path;
  if (path[0] === 'body' && path.length > 1 && !('body' in body)) path.shift();
  // An element of a list of plain values stands for the whole list; elements of a list of objects are left alone.
  while (/^(\d+|\*)$/.test(path.at(-1) ?? '')) path.pop();
  const isMember = path.length > 0 && path.every((segment) => /^[A-Za-z_][\w-]{0,60}$/.test(segment));
  return isMember &&
    !/idempot|^(status|state|phase|authorization|headers?|query|params?|base|_?global|non_field_errors)$/i.test(
      first,
    )
    ? path
    : undefined;
}

/** Amends a refused body; undefined when the reply names nothing that can be amended. */
export async function amendBody(refused: RefusedBody, api: CallerApi): Promise<AmendedBody | undefined> {
  const { operation, errors, tried, fixed, original, placeholders } = refused;
  const own = membersOfRequest(operation);
  // What the specification shows is never changed.
  const kept = new Set([...shownMembers(operation).filter((name) => name in own), ...fixed]);
  let { body } = refused;
  const fields: string[] = [];
  const replaced = new Set<string>();
  const wanted = Object.entries(errors).flatMap(([key, messages]) => {
    const path = memberPath(key, body);
    return path === undefined || kept.has(path[0] ?? '') ? [] : [{ path, messages }];
  });
  // Where names that the suite did not send are wanted, what several of its members are told alike is that nobody knows
  // them, unless it is about their values in words that are known.
  const toldAlike = Map.groupBy(wanted, ({ messages }) => messages.join('; '));
  const isAskedFor = ({ path }: (typeof wanted)[number]): boolean => !((path[0] ?? '') in original);
  const isToldAsOthers = ({ messages }: (typeof wanted)[number]): boolean => {
    const alike = toldAlike.get(messages.join('; ')) ?? [];
    const isAboutValue = messages.some((message) => OF_VALUES.test(message));
    return !isAboutValue && wanted.some(isAskedFor) && alike.length > 1 && !alike.some(isAskedFor);
  };
  const isUnknown = (one: (typeof wanted)[number]): boolean =>
    one.path[0] !== undefined &&
    one.path[0] in original &&
    // A member that is known as an object is only refused as a plain value.
    !wanted.some((other) => other.path[0] === one.path[0] && other.path.length > one.path.length) &&
    (isToldAsOthers(one) ||
      one.messages.some((message) => UNKNOWN_MEMBER.test(message) && !ABOUT_VALUE.test(message)));
  const named = new Set(wanted.filter((field) => !isUnknown(field)).map(({ path }) => path[0] ?? ''));
  const unknown = new Set(
    Object.keys(original).filter(
      (name) => !(name in body) || wanted.some((field) => field.path[0] === name && isUnknown(field)),
    ),
  );
  for (const refusedField of wanted) {
    const { path, messages } = refusedField;
    const field = path.join('.');
    const name = path.at(-1) ?? '';
    const message = messages.join('; ');
    // The value before the first refusal, so that the candidates are the same in every round.
    const sent = valueAt(original, path);
    const isOurs = path[0] !== undefined && path[0] in original;
    if (isUnknown(refusedField)) {
      body = withoutMember(body, field);
      fields.push(field);
      continue;
    }
    const placed = placedMembers(original, body);
    const isContracts = path.length === 1 && snakeCase(name) in own;
    const wantedField: WantedField = {
      ...{ placed, unknown, name, message, sent, original, named, placeholders, isContracts },
    };
    const inMessage = listedValues(message);
    const listed =
      inMessage.length > 0 ? inMessage : await knownValues(operation, name, api, tried.get(field));
    // The target may call a member of the suite so: `os_template`, with values such as that of our `image`.
    const similar = isOurs
      ? []
      : Object.keys(original).filter((member) => !kept.has(member) && sharesWord(listed, original[member]));
    // Whatever its value, it is refused, in words that need not be ours.
    const isNever =
      isOurs && path.length === 1 && inMessage.length === 0 && (tried.get(field)?.size ?? 0) >= MAX_VALUES;
    if (isNever && !isReference(sent, placeholders)) {
      body = withoutMember(body, field);
      fields.push(field);
      continue;
    }
    const wasDropped = isOurs && valueAt(body, path) === undefined;
    const whole = path.length > 1 ? original[path[0] ?? ''] : undefined;
    const [candidate] = [
      ...(whole === undefined || isObject(whole) ? [] : [{ value: whole, from: [] }]),
      ...(wasDropped ? [{ value: sent, from: [] }] : []),
      ...bySimilarity(listed, original)
        .filter((value) => value !== sent)
        .flatMap((value) => inBothForms(value, sent, name, similar)),
      ...candidateValues(wantedField),
    ].filter(({ value }) => tried.get(field)?.has(JSON.stringify(value)) !== true);
    if (candidate === undefined) {
      if (!isOurs || isReference(sent, placeholders)) continue;
      body = withoutMember(body, field);
    } else body = objectWith(body, path, candidate.value);
    for (const member of candidate?.from ?? []) if (!kept.has(member)) replaced.add(member);
    fields.push(field);
  }
  for (const member of replaced) {
    const isWanted = named.has(member) || fields.includes(member);
    if (!isWanted) body = withoutMember(body, member);
  }
  return fields.length > 0 ? { body, fields } : undefined;
}

const membersOfRequest = (id: OperationId): object =>
  document().components.schemas[documented(id).body?.schema ?? '']?.properties ?? {};

function placedMembers(original: Record<string, unknown>, body: Record<string, unknown>): Set<string> {
  const added = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in original)));
  const texts = new Set(leaves(added).map(({ value }) => JSON.stringify(value)));
  return new Set(Object.keys(original).filter((name) => texts.has(JSON.stringify(original[name]))));
}

const withoutMember = (body: Record<string, unknown>, path: string): Record<string, unknown> => {
  const changed = withValueAt(body, path, undefined);
  return isObject(changed) ? changed : body;
};

/** Returns a copy of a body with a value at a path; objects on the way are created. */
function objectWith(
  body: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = isObject(body[first]) ? body[first] : {};
  return { ...body, [first]: rest.length === 0 ? value : objectWith(inner, rest, value) };
}

/** Returns a listed value alone and as the element of a list, the more likely form first. */
function inBothForms(value: string, sent: unknown, name: string, from: readonly string[]): Candidate[] {
  const forms = [
    { value, from },
    { value: [value], from },
  ];
  return Array.isArray(sent) || /s$/i.test(name) ? forms.reverse() : forms;
}

// Returns the words that existing resources of the kind show in a list of words, such as the scopes of an API key: the
// target's own vocabulary.
async function knownValues(
  operation: OperationId,
  name: string,
  api: CallerApi,
  tried: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const isRefusedList = [...tried].some((value) => value.startsWith('["'));
  if (!isRefusedList && !/scope|permission|abilit|grant|event|topic|subscription|trigger/i.test(name))
    return [];
  const kind = kindOf(operation);
  const list = kind === undefined ? undefined : listOf(kind);
  if (list === undefined) return [];
  const reply = await api.send(list, { allowCached: true });
  if (!isSuccess(reply)) return [];
  const lists = leaves(itemsInPage(reply.json)).filter(
    ({ value }) => Array.isArray(value) && value.some((word) => typeof word === 'string' && word !== ''),
  );
  // Requests may name the member otherwise than replies.
  const named = lists.filter((one) => one.name === name);
  const words = (named.length > 0 ? named : lists).flatMap(({ value }) => value);
  return words.filter((word): word is string => typeof word === 'string' && word !== '').slice(0, 1);
}
