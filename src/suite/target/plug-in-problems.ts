// Examines the checks of a target file. Every member is examined, because no compiler may have checked the types.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import { credentialNames } from '../model/target.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isSwitch = (value: unknown): boolean => typeof value === 'boolean';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const oneOf =
  (...words: string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);

type MemberRule = { is: (value: unknown) => boolean; expected: string; optional?: true };

const ID = /^[a-z0-9][\w-]*(\/[\w.-]+)+$/;
const id: MemberRule = {
  is: (value) => isText(value) && ID.test(value),
  expected: 'like "area/what-it-asks"',
};
const text: MemberRule = { is: isText, expected: 'a text' };
const flag: MemberRule = { is: isSwitch, expected: 'true or false', optional: true };
const LEVELS = ['must', 'should', 'observe'];

const OWN_REQUIREMENT_MEMBERS: Record<string, MemberRule> = {
  id,
  heading: text,
  says: text,
  basis: { is: oneOf('yours'), expected: '"yours"' },
};
const CHECK_MEMBERS: Record<string, MemberRule> = {
  kind: { is: oneOf('plug-in'), expected: '"plug-in"' },
  id,
  must: { ...text, optional: true },
  should: { ...text, optional: true },
  observe: { ...text, optional: true },
  requirement: {
    is: (value) => isText(value) || isObject(value),
    expected: "an id of the register, or { id, heading, says, basis: 'yours' }",
  },
  area: text,
  cost: { is: isCount, expected: 'the number of requests it sends when all is well' },
  authCost: { is: isCount, expected: 'a number of requests', optional: true },
  needs: { is: isList, expected: 'a list', optional: true },
  uses: { is: isList, expected: 'a list of subjects', optional: true },
  after: { is: (value) => isList(value) && value.every(isText), expected: 'a list of ids', optional: true },
  mode: {
    is: oneOf('read-only', 'safe', 'full'),
    expected: '"read-only", "safe" or "full"',
    optional: true,
  },
  phase: { is: oneOf('first', 'main', 'last'), expected: '"first", "main" or "last"', optional: true },
  allow: {
    is: oneOf('rate-limit-burst', 'webhooks'),
    expected: '"rate-limit-burst" or "webhooks"',
    optional: true,
  },
  group: { ...text, optional: true },
  destructive: flag,
  retry: flag,
  run: { is: (value) => typeof value === 'function', expected: 'a function' },
};

/** Returns one sentence for each mistake in the `checks` of a target file. */
export function plugInProblems(checks: unknown): string[] {
  if (!isList(checks)) return ['checks must be a list of what defineCheck({ … }) gives'];
  return checks.flatMap((check, index) => {
    if (!isObject(check) || check.kind !== 'plug-in') {
      return [
        `checks[${index}] is no check: write a target file in TypeScript or JavaScript, and in it defineCheck({ … }) of hosting-contract/conformance`,
      ];
    }
    const place = `checks[${index}]${isText(check.id) ? ` (${check.id})` : ''}`;
    const levels = LEVELS.filter((level) => check[level] !== undefined);
    return [
      ...memberProblems(check, CHECK_MEMBERS, place),
      ...(levels.length === 1
        ? []
        : [`${place} needs exactly one of must, should and observe: its sentence`]),
      ...(isObject(check.requirement)
        ? memberProblems(check.requirement, OWN_REQUIREMENT_MEMBERS, `${place}.requirement`)
        : []),
      ...(isList(check.needs) ? check.needs.flatMap((need) => needProblem(need, place)) : []),
    ];
  });
}

function memberProblems(
  given: Record<string, unknown>,
  rules: Record<string, MemberRule>,
  place: string,
): string[] {
  const unknownMembers = Object.keys(given)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => `${place} has no member "${name}"${didYouMean(name, Object.keys(rules))}`);
  const invalidMembers = Object.entries(rules)
    .filter(([name, { is, optional }]) => !(given[name] === undefined ? optional : is(given[name])))
    .map(([name, { expected }]) => `${place}: ${name} must be ${expected}`);
  return [...unknownMembers, ...invalidMembers];
}

const NEEDS = [...credentialNames, 'values', 'capabilities'];

function needProblem(need: unknown, place: string): string[] {
  const [first = ''] = isText(need) ? need.split('.') : [];
  if (NEEDS.some((name) => name === first)) return [];
  return [`${place}: needs ${JSON.stringify(need)}, which no target can give${didYouMean(first, NEEDS)}`];
}
