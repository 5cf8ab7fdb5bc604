// Tests that no check which claims something about values passes on a server that shows other values than those sent.
import { expect, test } from 'vitest';
import { runAgainstDegraded } from './testing/degraded-server.ts';
import { createFalsifier } from './testing/falsify-values.ts';
import { passedValueClaims } from './testing/value-claims.ts';

/** Runs the suite on the reference server behind a proxy that falsifies values. */
const judge = ({ renames }: { renames: boolean }) => {
  const falsifier = createFalsifier({ renames });
  return runAgainstDegraded({
    async intercept({ request, forward }) {
      const sent = await request.clone().text();
      if (sent.startsWith('{')) falsifier.note(parsed(sent));
      const reply = await forward();
      const isJson = (reply.headers.get('content-type') ?? '').includes('json');
      if (!reply.ok || !isJson || new URL(request.url).pathname.includes('/auth/')) return reply;
      const body = parsed(await reply.text());
      const headers = new Headers(reply.headers);
      headers.delete('content-length');
      return new Response(JSON.stringify(falsifier.falsify(body)), { status: reply.status, headers });
    },
  });
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test('without the proxy, checks of values pass', async () => {
  const report = await runAgainstDegraded({ intercept: ({ forward }) => forward() });
  expect(passedValueClaims(report).length).toBeGreaterThan(15);
});

test.each([{ renames: false }, { renames: true }])(
  'no check of values passes on the reference server with falsified values (members renamed: $renames)',
  async (options) => {
    expect(passedValueClaims(await judge(options))).toEqual([]);
  },
);
