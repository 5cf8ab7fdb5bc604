// How a row of the tables of defects and variants is written.
import type { Permission } from '../../src/suite/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';
import { neighboursOf } from './neighbours.ts';
import type { Defect, Plant, Variant } from './plant.ts';

type Says = RequirementId | readonly [RequirementId, ...RequirementId[]];

const defect =
  (basis: Basis) =>
  (
    /** as in the catalogue; one of several of a kind has its own label: `SC01[status]` */
    id: string,
    title: string,
    /** the requirement it breaks, and those it breaks just as much */
    says: Says,
    /** the check or rule that must notice */
    caughtBy: string,
    plant: (p: Plant) => void,
    ...allow: Permission[]
  ): Defect => {
    const [first, ...also] = typeof says === 'string' ? [says] : says;
    return { id, title, basis, says: first, also, caughtBy, neighbours: neighboursOf(id), allow, plant };
  };

/** Breaks a sentence the specification states. */
export const stated = defect('stated');
/** Breaks what follows from a stated sentence by HTTP or plain logic. */
export const follows = defect('follows');
/** Breaks what this contract decided. */
export const chosen = defect('chosen');

/** A lawful server that is built another way. */
export const variant = (
  id: string,
  title: string,
  plant: (p: Plant) => void,
  ...allow: Permission[]
): Variant => ({ id, title, allow, plant });

export const BURST: Permission = 'rate-limit-burst';
export const WEBHOOKS: Permission = 'webhooks';
