// Step: refuses a request with 404 when a record that the path names does not exist or belongs to another tenant. It
// runs before the fields are validated.

import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that refuses unknown records in the path. */
export const resolveResources = (): Step => ({
  name: 'locate',
  inside: true,
  run(context) {
    const { locators } = required(context.plan, 'an operation');
    if (locators.length === 0) return undefined;
    const store = required(context.store, 'a store');
    for (const { param, finder } of locators) {
      const id = context.params[param] ?? '';
      if (typeof finder === 'string') store[finder]?.get(id);
      else finder(store, id, context.caller);
    }
    return undefined;
  },
});
