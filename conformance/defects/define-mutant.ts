// How a row of the tables of defects and variants is written.
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
    /** the requirement it breaks, and those it breaks just as much */
    requirement: BrokenRequirements,
    /** the check or rule that must notice */
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

/** Breaks a sentence the specification states. */
export const stated = mutant('stated');
/** Breaks what follows from a stated sentence by HTTP or plain logic. */
export const follows = mutant('follows');
/** Breaks what this contract decided. */
export const chosen = mutant('chosen');

/** A lawful server that is built another way. */
export const variant = (
  id: string,
  title: string,
  inject: (p: Injector) => void,
  ...allow: Permission[]
): LawfulVariant => ({ id, title, allow, inject });

export const BURST: Permission = 'rate-limit-burst';
export const WEBHOOKS: Permission = 'webhooks';
