// Creates the report of a run with nearly every verdict, for tests of formats.

import type { Report } from '../report/report.ts';
import type { ConformOptions } from '../run/options.ts';
import { catalogue, check, rule } from './catalogue.ts';
import { credentials, runSuite } from './run-suite.ts';
import { tinyTarget } from './tiny-target.ts';

/** Text of a hostile server, with markup and commands that every format must show as text. */
export const HOSTILE =
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">\\n::error::x %0A ]]> `code` | *b*';

/** Runs checks that pass, fail, warn, observe, are skipped and are broken, against a server with errors. */
export async function mixedReport(
  body: string = 'Oops <b>&',
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? { status: 500, body } : undefined;
  const { checks, rules } = catalogue();
  const common = { requirement: 'customers/read', area: 'customers', cost: 1 } as const;
  return runSuite(target, {
    mode: 'safe',
    ...options,
    target: { baseUrl: 'http://127.0.0.1/v1', credentials },
    catalogue: catalogue({
      checks: [
        ...checks,
        check('admin', { must: 'a', ...common, needs: ['platformAdmin'], run() {} }),
        check('full', { must: 'b', ...common, mode: 'full', run() {} }),
        check('look', { observe: 'c', ...common, run: (t) => t.observe('something') }),
        check('faulty', {
          must: 'd',
          ...common,
          run() {
            throw new Error('oops\u0007');
          },
        }),
        check('unclear', { should: 'e', ...common, run: (t) => t.inconclusive('cannot tell') }),
      ],
      rules: [
        ...rules,
        rule('soft', { should: 'f', requirement: 'limits/headers', judge: () => ({ message: 'meh' }) }),
      ],
    }),
  });
}
