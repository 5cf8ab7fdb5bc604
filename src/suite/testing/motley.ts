// A run that has some of everything, for tests of the report's forms.
import type { ConformOptions } from '../options.ts';
import type { Report } from '../report.ts';
import { catalogue, check, rule } from './catalogue.ts';
import { credentials, run } from './run.ts';
import { tinyTarget } from './target.ts';

/** What a hostile server answers: markup and commands that must stay text wherever they are shown. */
export const HOSTILE =
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">\\n::error::x %0A ]]> `code` | *b*';

/** Passes, fails, warns, looks, leaves out and breaks. @param body of the server errors it meets */
export async function motley(
  body: string = 'Oops <b>&',
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  const target = tinyTarget();
  target.instead = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? { status: 500, body } : undefined;
  const { checks, rules } = catalogue();
  const common = { says: 'customers/read', area: 'customers', cost: 1 } as const;
  return run(target, {
    mode: 'safe',
    ...options,
    target: { baseUrl: 'http://127.0.0.1/v1', credentials },
    catalogue: catalogue({
      checks: [
        ...checks,
        check('admin', { must: 'a', ...common, needs: ['platformAdmin'], run() {} }),
        check('full', { must: 'b', ...common, mode: 'full', run() {} }),
        check('look', { observe: 'c', ...common, run: (t) => t.seen('something') }),
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
        rule('soft', { should: 'f', says: 'limits/headers', judge: () => ({ message: 'meh' }) }),
      ],
    }),
  });
}
