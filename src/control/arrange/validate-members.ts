// Validates the members of a scenario's record: those of the create request, and those of its kind.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { pointerSegment, valueAtPointer } from '../../contract/json/pointer.ts';
import { type JsonSchema, resolveRef, withoutNull } from '../../contract/openapi.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import type { OwnMember, RecordKind } from '../../server/arrangement.ts';
import { isRepresentable, parseIso } from '../../state/instant.ts';
import { addDuration, parseDuration } from '../clock/duration.ts';
import { type InputSchema, inputProblem } from '../input.ts';

export type Report = (pointer: string, message: string) => void;

/** Returns the members of the create request that a record of a kind may give. */
export function bodyMembersOf({ body, bodyMembers, without = [], own }: RecordKind): string[] {
  if (body === null) return [];
  const names = bodyMembers ?? Object.keys(componentOf(body).properties ?? {});
  return names.filter((name) => !without.includes(name) && !Object.hasOwn(own, name));
}

export const componentOf = (name: string): JsonSchema =>
  resolveRef<JsonSchema>(document(), { $ref: `#/components/schemas/${name}` });

/** Validates the members that become the create request. A missing member is no problem: it gets a value later. */
export function validateBody(
  { body, presets = {} }: RecordKind,
  given: Readonly<Record<string, unknown>>,
  pointer: string,
  report: Report,
): void {
  if (body === null) return;
  for (const [name, value] of Object.entries(given)) {
    const schema = componentOf(body).properties?.[name];
    if (schema) reportUnknownMembers(schema, value, `${pointer}/${pointerSegment(name)}`, report);
  }
  for (const problem of validateValue(body, { ...presets, ...given })) {
    const isOwnMember = problem.pointer.lastIndexOf('/') === 0;
    if (problem.keyword === 'required' && isOwnMember) continue;
    const allowed = problem.params.allowedValues;
    const value = valueAtPointer(given, problem.pointer);
    const hint =
      Array.isArray(allowed) && typeof value === 'string' ? didYouMean(value, allowed.filter(isText)) : '';
    report(`${pointer}${problem.pointer}`, withHint(withoutField(problem.message), hint));
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

// Shortens the sentence about a field, because the JSON pointer beside it names the field.
const withoutField = (sentence: string): string => sentence.replace(/^The (?:\S+ field|body) /, '');

const withHint = (sentence: string, hint: string): string =>
  hint === '' ? sentence : `${sentence.replace(/\.$/, '')}${hint}`;

// Reports members of nested objects that the document does not have; free-form objects may have any member.
function reportUnknownMembers(schema: JsonSchema, value: unknown, pointer: string, report: Report): void {
  const found = resolveRef<JsonSchema>(document(), withoutNull(schema));
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      if (found.items) reportUnknownMembers(found.items, item, `${pointer}/${at}`, report);
    return;
  }
  const { properties, additionalProperties } = found;
  if (!isObject(value) || !properties || additionalProperties) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = `${pointer}/${pointerSegment(name)}`;
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member) reportUnknownMembers(member, inner, at, report);
    else report(at, `is no member here${didYouMean(name, Object.keys(properties)) || '.'}`);
  }
}

/**
 * Parses the value of a member of the record's kind; instants become milliseconds since 1970.
 * @returns the value; undefined after a problem was reported
 */
export function parseOwnMember(
  member: Exclude<OwnMember, { type: 'reference' }>,
  value: unknown,
  now: number,
  report: (message: string) => void,
): unknown {
  const fail = (message: string): undefined => {
    report(message);
    return undefined;
  };
  switch (member.type) {
    case 'instant':
      return parseInstant(value, now) ?? fail(`must be ${INSTANT_FORMS}.`);
    case 'component': {
      const [problem] = validateValue(member.component, value);
      return problem ? fail(withoutField(problem.message)) : value;
    }
    default: {
      const problem = inputProblem(valueSchema(member), value);
      return problem === null ? value : fail(problem);
    }
  }
}

export function valueSchema(
  member: Extract<OwnMember, { type: 'boolean' | 'text' | 'integer' | 'oneOf' }>,
): InputSchema & JsonSchema {
  if (member.type === 'integer') return { type: 'integer', minimum: member.minimum };
  if (member.type === 'oneOf') return { type: 'string', enum: [...member.values] };
  return member.type === 'text' ? { type: 'string', minLength: 1, maxLength: 500 } : { type: 'boolean' };
}

/** What an instant of a scenario may be, to complete "must be …". */
const INSTANT_FORMS =
  'an ISO 8601 instant such as 2026-11-20T08:00:00Z, or a duration from now: -P10D is ten days ago, P3D in three days';

// Parses an instant, or a duration from `now`, to ms since 1970; null for any other value.
function parseInstant(value: unknown, now: number): number | null {
  if (typeof value !== 'string') return null;
  const [, sign = '+', rest = ''] = /^([+-]?)(.*)$/s.exec(value) ?? [];
  const duration = parseDuration(rest);
  if (duration) {
    const factor = sign === '-' ? -1 : 1;
    return within(addDuration(now, { months: factor * duration.months, ms: factor * duration.ms }));
  }
  try {
    return within(parseIso(value));
  } catch {
    return null;
  }
}

const within = (ms: number): number | null => (isRepresentable(ms) ? ms : null);
