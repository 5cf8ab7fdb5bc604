// The functions that define a defect or a lawful variant.
import type { Permission } from '../../src/suite/model/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';
import type { Injector, LawfulVariant, Mutant } from './mutant.ts';
import { nearestConformingTo } from './nearest-conforming.ts';

type BrokenRequirements = RequirementId | readonly [RequirementId, ...RequirementId[]];

const mutant =
  (basis: Basis) =>
  (
    /** area or topic, then what is wrong, in plain words; one of a family has a label: `orders/response-member-missing[status]` */
    id: string,
    title: string,
    /** the requirement that the defect breaks, or several, the main one first */
    requirement: BrokenRequirements,
    /** the id of the check or rule that must catch it */
    caughtBy: string,
    inject: (p: Injector) => void,
    ...allow: Permission[]
  ): Mutant => {
    const [first, ...also] = typeof requirement === 'string' ? [requirement] : requirement;
    return {
      id,
      title,
      basis,
      requirement: first,
      alsoBreaks: also,
      caughtBy,
      nearestConforming: nearestConformingTo(id),
      allow,
      inject,
    };
  };

/** Defines a defect that breaks a sentence of the specification. */
export const stated = mutant('stated');
/** Defines a defect that breaks what follows from a stated sentence by HTTP or plain logic. */
export const follows = mutant('follows');
/** Defines a defect that breaks a decision of this contract. */
export const chosen = mutant('chosen');

/**
 * Defines a lawful variant: a conformant server that differs from the mock. @param allow what the suite must be
 * allowed to do
 */
export const variant = (
  id: string,
  title: string,
  inject: (p: Injector) => void,
  ...allow: Permission[]
): LawfulVariant => ({ id, title, allow, inject });

/** The permission to exceed the rate limit. */
export const BURST: Permission = 'rate-limit-burst';
/** The permission to receive webhook deliveries. */
export const WEBHOOKS: Permission = 'webhooks';
