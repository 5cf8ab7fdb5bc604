// Lists the lawful variants: every value of every freedom, as a deployment that differs from the mock in it alone.
import type { Permission } from '../../src/suite/model/define.ts';
import { freedoms, incompleteReason, variationOf } from '../../src/variations/vary.ts';

/** A lawful deployment, on which no check may fail. */
export type Variant = {
  /** `variant/<freedom>[<value>]` */
  id: string;
  /** `<freedom>=<value>` */
  choice: string;
  /** whether a run against it may be incomplete, because it lawfully keeps the suite from judging a sentence */
  mayBeIncomplete: boolean;
  allow: readonly Permission[];
};

/** Every lawful variant. */
export const variants: readonly Variant[] = freedoms.flatMap(({ name, values, allow = [] }) =>
  Object.keys(values).map((value) => {
    const choice = `${name}=${value}`;
    const mayBeIncomplete = incompleteReason(variationOf([choice])) !== undefined;
    return { id: `variant/${name}[${value}]`, choice, mayBeIncomplete, allow };
  }),
);
