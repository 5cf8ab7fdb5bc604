// Declares the types of checks that come with a target.
import type { CheckFields, Sentence } from './define.ts';

/** A requirement of the user, where the register has no matching one. */
export type OwnRequirement = {
  /** `area/name`, as in the register: `shop/vat-on-invoices` */
  id: string;
  /** the source of the requirement: `Our terms, 4.2` */
  heading: string;
  /** a whole sentence: `An invoice shows the VAT rate.` */
  says: string;
  basis: 'yours';
};

/** The input of defineCheck(): a check with its id and its requirement. `R` is the union of the register's ids. */
export type PlugInSpec<R extends string = string> = Sentence &
  CheckFields & {
    id: string;
    requirement: R | OwnRequirement;
    /** requests that the check sends when it passes, without fixtures: nothing measures it */
    cost: number;
  };

/** A check for the `checks` of a target file. */
export type PlugIn = PlugInSpec & { readonly kind: 'plug-in' };
