// Step: fills the links of a page of a list, because only the server knows the URL of the request.
import { pageLinks } from '../../http/links.ts';
import { isPage } from '../page-json.ts';
import type { Step } from '../step.ts';

/** Creates the step that fills the links of a page of a list. */
export const addPageLinks = (): Step => ({
  name: 'link',
  inside: true,
  run({ plan, result, call }) {
    if (plan?.rowSchema && isPage(result)) {
      result.links = pageLinks(
        call.base === undefined ? call.path : call.base + call.path,
        call.query,
        result.meta,
        plan.operation.query,
      );
    }
    return undefined;
  },
});
