// Examines the content of files that users write, because no compiler may have checked it.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';

/**
 * What a value must be: one that a test accepts, a list, an object with free names (or only with those of `names`), or an
 * object with known members.
 */
export type Member =
  | { is: (value: unknown) => boolean; expected: string }
  | { list: Member }
  | { each: Member; names?: readonly string[] }
  | { members: Readonly<Record<string, Member>>; required?: readonly string[] };

/** A text that is not empty. */
export const text: Member = {
  is: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a text that is not empty',
};
/** A day that exists. */
export const day: Member = {
  is: (value) => typeof value === 'string' && isDate(value),
  expected: 'a day such as 2026-12-31',
};

/** @param path the place of the value, such as `findings.0`; empty for a whole file */
export function memberProblems(value: unknown, member: Member, path: string, file = path): string[] {
  const place = path === '' ? file : path;
  if ('is' in member) return member.is(value) ? [] : [`${place} must be ${member.expected}`];
  if ('list' in member)
    return Array.isArray(value)
      ? value.flatMap((one, at) => memberProblems(one, member.list, `${path}.${at}`))
      : [`${place} must be a list`];
  if (!isObject(value)) return [`${place} must be an object`];
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  const names = 'each' in member ? (member.names ?? given) : Object.keys(member.members);
  const required = 'members' in member ? (member.required ?? []) : [];
  const memberOf = (name: string): Member | undefined =>
    'each' in member ? member.each : member.members[name];
  return [
    ...given
      .filter((name) => !names.includes(name))
      .map((name) => `${place} has no member "${name}"${didYouMean(name, names)}`),
    ...names.flatMap((name) => {
      const inner = given.includes(name) || required.includes(name) ? memberOf(name) : undefined;
      return inner === undefined
        ? []
        : memberProblems(value[name], inner, path === '' ? name : `${path}.${name}`);
    }),
  ];
}

/** Returns whether a text is a date that exists, which 30 February is not. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
