// Reads what a target file gives as checks: nothing has compiled it, so every member is looked at.
import { didYouMean } from '../contract/nearest.ts';
import { credentialNames } from './target.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isSwitch = (value: unknown): boolean => typeof value === 'boolean';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const oneOf =
  (...words: string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);

type Member = { is: (value: unknown) => boolean; wanted: string; optional?: true };

const ID = /^[a-z0-9][\w-]*(\/[\w.-]+)+$/;
const id: Member = { is: (value) => isText(value) && ID.test(value), wanted: 'like "area/what-it-asks"' };
const text: Member = { is: isText, wanted: 'a text' };
const flag: Member = { is: isSwitch, wanted: 'true or false', optional: true };
const SENTENCES = ['must', 'should', 'observe'];

const OWN: Record<string, Member> = {
  id,
  heading: text,
  says: text,
  basis: { is: oneOf('yours'), wanted: '"yours"' },
};
const CHECK: Record<string, Member> = {
  kind: { is: oneOf('plug-in'), wanted: '"plug-in"' },
  id,
  must: { ...text, optional: true },
  should: { ...text, optional: true },
  observe: { ...text, optional: true },
  requirement: {
    is: (value) => isText(value) || isObject(value),
    wanted: "an id of the register, or { id, heading, says, basis: 'yours' }",
  },
  area: text,
  cost: { is: isCount, wanted: 'the number of requests it sends when all is well' },
  authCost: { is: isCount, wanted: 'a number of requests', optional: true },
  needs: { is: isList, wanted: 'a list', optional: true },
  uses: { is: isList, wanted: 'a list of subjects', optional: true },
  after: { is: (value) => isList(value) && value.every(isText), wanted: 'a list of ids', optional: true },
  mode: {
    is: oneOf('read-only', 'safe', 'full'),
    wanted: '"read-only", "safe" or "full"',
    optional: true,
  },
  phase: { is: oneOf('first', 'main', 'last'), wanted: '"first", "main" or "last"', optional: true },
  allow: {
    is: oneOf('rate-limit-burst', 'webhooks'),
    wanted: '"rate-limit-burst" or "webhooks"',
    optional: true,
  },
  group: { ...text, optional: true },
  destructive: flag,
  retry: flag,
  run: { is: (value) => typeof value === 'function', wanted: 'a function' },
};

/** What is wrong with the `checks` of a target, one sentence each, all of them. */
export function plugInProblems(checks: unknown): string[] {
  if (!isList(checks)) return ['checks must be a list of what defineCheck({ … }) gives'];
  return checks.flatMap((check, at) => {
    if (!isObject(check) || check.kind !== 'plug-in') {
      return [
        `checks[${at}] is no check: write a target file in TypeScript or JavaScript, and in it defineCheck({ … }) of hosting-contract/conformance`,
      ];
    }
    const place = `checks[${at}]${isText(check.id) ? ` (${check.id})` : ''}`;
    const levels = SENTENCES.filter((level) => check[level] !== undefined);
    return [
      ...wrongMembers(check, CHECK, place),
      ...(levels.length === 1
        ? []
        : [`${place} needs exactly one of must, should and observe: its sentence`]),
      ...(isObject(check.requirement) ? wrongMembers(check.requirement, OWN, `${place}.requirement`) : []),
      ...(isList(check.needs) ? check.needs.flatMap((need) => wrongNeed(need, place)) : []),
    ];
  });
}

function wrongMembers(
  given: Record<string, unknown>,
  known: Record<string, Member>,
  place: string,
): string[] {
  const strange = Object.keys(given)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `${place} has no member "${name}"${didYouMean(name, Object.keys(known))}`);
  const wrong = Object.entries(known)
    .filter(([name, { is, optional }]) => !(given[name] === undefined ? optional : is(given[name])))
    .map(([name, { wanted }]) => `${place}: ${name} must be ${wanted}`);
  return [...strange, ...wrong];
}

const NEEDS = [...credentialNames, 'values', 'capabilities'];

function wrongNeed(need: unknown, place: string): string[] {
  const [first = ''] = isText(need) ? need.split('.') : [];
  if (NEEDS.some((known) => known === first)) return [];
  return [`${place}: needs ${JSON.stringify(need)}, which no target can give${didYouMean(first, NEEDS)}`];
}
