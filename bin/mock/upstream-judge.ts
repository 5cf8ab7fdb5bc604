// Judges the replies of an upstream by the rules of the suite while they pass (`mock --upstream … --judge`).
import { catalogue } from '../../conformance/index.ts';
import { type UpstreamReply, upstreamPath } from '../../src/server/upstream/forward.ts';
import type { ReplyJudge } from '../../src/server/upstream/upstream.ts';
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';
import { judgePassing } from '../../src/suite/run/judge-traffic.ts';

/** Creates the judge of the replies of an upstream. */
export function upstreamJudge(base: URL): ReplyJudge {
  const judge = judgePassing(catalogue, base.href);
  return (call) => {
    const startedAt = Date.now();
    const { method, headers, body } = call;
    const named = (given: NodeJS.Dict<string | string[]>) =>
      Object.entries(given).flatMap(([name, values = []]) =>
        [values].flat().map((value) => ({ name, value })),
      );
    const finish = judge();
    const entryOf = ({ status, content, headers: received }: UpstreamReply) => ({
      startedDateTime: new Date(startedAt).toISOString(),
      time: Date.now() - startedAt,
      request: {
        ...{
          method,
          url: `${base.origin}${upstreamPath(base, call)}`,
          headers: named(headers),
        },
        ...(body && { postData: { text: new TextDecoder().decode(body) } }),
      },
      response: {
        ...{ status, headers: named(received) },
        content: { size: content.length, text: Buffer.from(content).toString('base64'), encoding: 'base64' },
      },
    });
    return (reply) => {
      try {
        return finish(reply && entryOf(reply));
      } catch (error) {
        process.stderr.write(`warning: A reply could not be judged: ${escapeConsoleLine(String(error))}\n`);
        return [];
      }
    };
  };
}
