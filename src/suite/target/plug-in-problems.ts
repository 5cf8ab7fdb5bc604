// Examines the checks of a target file. Every member is examined, because no compiler may have checked the types.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import { credentialNames } from '../model/target.ts';
import { type Member, memberProblems, text } from './members.ts';

const oneOf = (...words: string[]): Member => ({
  is: (value) => words.some((word) => word === value),
  expected: words.length === 1 ? `"${words[0]}"` : `one of "${words.join('", "')}"`,
});
const requests: Member = {
  is: (value) => Number.isInteger(value) && Number(value) >= 0,
  expected: 'the number of requests it sends when all is well',
};
const flag: Member = { is: (value) => typeof value === 'boolean', expected: 'true or false' };
const list: Member = { is: Array.isArray, expected: 'a list' };
const id: Member = {
  is: (value) => typeof value === 'string' && /^[a-z0-9][\w-]*(\/[\w.-]+)+$/.test(value),
  expected: 'like "area/what-it-asks"',
};
const OWN_REQUIREMENT = { id, heading: text, says: text, basis: oneOf('yours') };
const CHECK: Member = {
  members: {
    kind: oneOf('plug-in'),
    ...{ id, must: text, should: text, observe: text, area: text, group: text },
    requirement: {
      is: (value) => isObject(value) || (typeof value === 'string' && value !== ''),
      expected: "an id of the register, or { id, heading, says, basis: 'yours' }",
    },
    ...{ cost: requests, authCost: requests, needs: list, uses: list, after: { list: text } },
    mode: oneOf('read-only', 'safe', 'full'),
    phase: oneOf('first', 'main', 'last', 'cells'),
    allow: oneOf('rate-limit-burst', 'webhooks'),
    ...{ destructive: flag, retry: flag },
    run: { is: (value) => typeof value === 'function', expected: 'a function' },
  },
  required: ['kind', 'id', 'requirement', 'area', 'cost', 'run'],
};
const LEVELS = ['must', 'should', 'observe'];

/** Returns one sentence for each mistake in the `checks` of a target file. */
export function plugInProblems(checks: unknown): string[] {
  if (!Array.isArray(checks)) return ['checks must be a list of what defineCheck({ … }) gives'];
  return checks.flatMap((check: unknown, index) => {
    if (!isObject(check) || check.kind !== 'plug-in') {
      return [
        `checks[${index}] is no check: write a target file in TypeScript or JavaScript, and in it defineCheck({ … }) of hosting-contract/conformance`,
      ];
    }
    const place = `checks[${index}]${typeof check.id === 'string' ? ` (${check.id})` : ''}`;
    const levels = LEVELS.filter((level) => check[level] !== undefined);
    return [
      ...memberProblems(check, CHECK, place),
      ...(levels.length === 1
        ? []
        : [`${place} needs exactly one of must, should and observe: its sentence`]),
      ...(isObject(check.requirement)
        ? memberProblems(
            check.requirement,
            { members: OWN_REQUIREMENT, required: Object.keys(OWN_REQUIREMENT) },
            `${place}.requirement`,
          )
        : []),
      ...(Array.isArray(check.needs) ? check.needs.flatMap((need: unknown) => needProblem(need, place)) : []),
    ];
  });
}

const NEEDS = [...credentialNames, 'values', 'capabilities'];

function needProblem(need: unknown, place: string): string[] {
  const [first = ''] = typeof need === 'string' ? need.split('.') : [];
  if (NEEDS.some((name) => name === first)) return [];
  return [`${place}: needs ${JSON.stringify(need)}, which no target can give${didYouMean(first, NEEDS)}`];
}
