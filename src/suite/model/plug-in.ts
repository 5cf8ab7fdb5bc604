// Declares the types of checks that a target file contains.
import type { CheckFields, Sentence } from './define.ts';

/** A requirement of the user, for a check that matches no requirement of the contract. */
export type OwnRequirement = {
  /** id of the form `area/name`, like the ids of the contract: `shop/vat-on-invoices` */
  id: string;
  /** where the requirement is written: `Our terms, 4.2` */
  heading: string;
  /** the requirement as a whole sentence: `An invoice shows the VAT rate.` */
  says: string;
  basis: 'yours';
};

/**
 * The argument of defineCheck(): a check with its id and its requirement. `R` is the union of the contract's
 * requirement ids.
 */
export type PlugInSpec<R extends string = string> = Sentence &
  CheckFields & {
    id: string;
    requirement: R | OwnRequirement;
    /**
     * number of requests that the check sends when it passes, fixtures excluded; it must be given because such a
     * check is not measured
     */
    cost: number;
  };

/** A check for the `checks` of a target file. */
export type PlugIn = PlugInSpec & { readonly kind: 'plug-in' };
