// Examines the checks of a target file, because no compiler may have checked the types, and adds them to the catalogue.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import type { Catalogue, Check, PlugIn, PlugInSpec } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { credentialNames } from '../model/target.ts';
import type { TargetConfig } from '../model/target-config.ts';
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
    phase: oneOf('first', 'main', 'last', 'cells', 'reads'),
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

/**
 * Defines a check of a target file: one sentence about the target, and the calls that test it. The check gets the
 * same context as the checks of the suite and may call the target only through it, so that its calls are paced,
 * recorded without secrets and cleaned up, and a breach is confirmed by a second try.
 */
export function defineCheck<R extends string>(spec: PlugInSpec<R>): PlugIn {
  return { ...spec, kind: 'plug-in' };
}

/** Adds the checks of a target file to the catalogue of options. @throws UsageError that names every problem */
export function withPlugIns<O extends { catalogue: Catalogue; target: TargetConfig }>(options: O): O {
  const { checks = [], ...target } = options.target;
  if (options.target.checks === undefined) return options;
  const { catalogue } = options;
  const memberErrors = plugInProblems(checks);
  const problems = memberErrors.length > 0 ? memberErrors : idConflicts(checks, catalogue);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const ownRequirements = checks.flatMap(({ requirement }) =>
    typeof requirement === 'string' ? [] : [requirement],
  );
  return {
    ...options,
    target,
    catalogue: {
      ...catalogue,
      requirements: {
        ...catalogue.requirements,
        ...Object.fromEntries(ownRequirements.map(({ id, ...requirement }) => [id, requirement])),
      },
      checks: [...catalogue.checks, ...checks.map(toCheck)],
      own: checks.map(({ id }) => id),
    },
  };
}

function toCheck({ requirement, ...spec }: PlugIn): Check {
  return {
    ...spec,
    kind: 'check',
    userDefined: true,
    requirement: typeof requirement === 'string' ? requirement : requirement.id,
  };
}

function idConflicts(
  checks: readonly PlugIn[],
  { checks: catalogueChecks, rules, requirements }: Catalogue,
): string[] {
  const takenIds = new Set([...catalogueChecks, ...rules].map(({ id }) => id));
  const all = new Set([...takenIds, ...checks.map(({ id }) => id)]);
  const sentences = new Map<string, string>();
  return checks.flatMap(({ id, requirement, after = [] }, at) => {
    const label = `checks[${at}] (${id})`;
    const found: string[] = [];
    if (checks.findIndex((other) => other.id === id) < at)
      found.push(`${label}: another of these checks has this id`);
    if (takenIds.has(id))
      found.push(`${label}: a check of the suite has this id; choose another id, such as "own/${id}"`);
    for (const explaining of after) {
      if (!all.has(explaining))
        found.push(`${label}: "after" names the unknown "${explaining}"${didYouMean(explaining, all)}`);
    }
    if (typeof requirement === 'string') {
      if (!Object.hasOwn(requirements, requirement)) {
        const advice = didYouMean(requirement, Object.keys(requirements));
        found.push(
          `${label}: the register has no requirement "${requirement}"${advice || "; a sentence of your own is { id, heading, says, basis: 'yours' }"}`,
        );
      }
      return found;
    }
    const signature = JSON.stringify([requirement.heading, requirement.says]);
    if (Object.hasOwn(requirements, requirement.id)) {
      found.push(
        `${label}: "${requirement.id}" is a requirement of the register; name it by its id alone, or choose another id`,
      );
    } else if ((sentences.get(requirement.id) ?? signature) !== signature) {
      found.push(`${label}: the requirement "${requirement.id}" is written twice, in different words`);
    }
    sentences.set(requirement.id, signature);
    return found;
  });
}
