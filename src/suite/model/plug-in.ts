// The types of checks that come with a target.
import type { CheckFields, Sentence } from './define.ts';

/** A sentence of one's own, where the register has none that says it. */
export type OwnRequirement = {
  /** like the register's: `shop/vat-on-invoices` */
  id: string;
  /** where it is written: `Our terms, 4.2` */
  heading: string;
  /** a whole sentence: `An invoice shows the VAT rate.` */
  says: string;
  basis: 'yours';
};

/** What defineCheck() takes: a check with its id, and the requirement it judges. `R`: the ids of the register. */
export type PlugInSpec<R extends string = string> = Sentence &
  CheckFields & {
    id: string;
    requirement: R | OwnRequirement;
    /** requests that the check sends when it passes, without fixtures: nothing measures it */
    cost: number;
  };

/** A check for the `checks` of a target. */
export type PlugIn = PlugInSpec & { readonly kind: 'plug-in' };
