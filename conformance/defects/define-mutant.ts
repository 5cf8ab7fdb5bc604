// Functions that define a defect.
import type { Permission } from '../../src/suite/model/define.ts';
import { type Basis, type RequirementId, requirements } from '../requirements.ts';
import type { Injector, Mutant } from './mutant.ts';

/** The requirement that a defect breaks, or a list of requirements with the main one first. */
export type BrokenRequirements = RequirementId | readonly [RequirementId, ...RequirementId[]];

const mutant =
  (basis?: Basis) =>
  (
    /**
     * id of the defect: the area or topic, then what is wrong in plain words; each defect of a family adds a label in
     * brackets: `orders/reply-member-missing[createOrder status]`
     */
    id: string,
    broken: BrokenRequirements,
    inject: (p: Injector) => void,
  ): Mutant => {
    const [requirement, ...alsoBreaks] = typeof broken === 'string' ? [broken] : broken;
    return {
      id,
      basis: basis ?? requirements[requirement].basis,
      requirement,
      alsoBreaks,
      allow: [],
      inject,
    };
  };

/** Defines a defect that breaks a requirement of basis stated: a sentence of the specification. */
export const stated = mutant('stated');
/**
 * Defines a defect that breaks a requirement of basis follows: it follows from a stated sentence by HTTP or plain
 * logic.
 */
export const follows = mutant('follows');
/**
 * Defines a defect that breaks a requirement of basis chosen: the specification is silent and this contract chose the
 * behaviour.
 */
export const chosen = mutant('chosen');
/** Defines a defect with the basis of the main requirement that it breaks. */
export const defect = mutant();

/** Gives the suite a permission that it needs to run against the given defects. */
export const allowing = (permission: Permission, rows: readonly Mutant[]): Mutant[] =>
  rows.map((row) => ({ ...row, allow: [...row.allow, permission] }));

/** The permission that lets the suite exceed the rate limit of the target. */
export const BURST: Permission = 'rate-limit-burst';
/** The permission that lets the suite receive webhook deliveries from the target. */
export const WEBHOOKS: Permission = 'webhooks';
