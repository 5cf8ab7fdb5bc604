// Records the requests that an app of the mock gets, as `cope` judges them: here, or in the process of a test with fixtures.
import { appendFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { matchRoute } from '../src/contract/operations.ts';
import { explainRequest } from '../src/control/request-log/explain.ts';
import { requestDetail } from '../src/control/request-log/request-summary.ts';
import { hasEffectOn } from '../src/cope/plan.ts';
import type { SentRequest } from '../src/cope/platform.ts';
import type { App, WorldServer } from '../src/server/app.ts';
import type { Reply } from '../src/server/http/call.ts';
import type { LoggedRequest } from '../src/server/request-log.ts';
import { toIso } from '../src/state/instant.ts';
import type { Tables } from '../src/state/tables/table.ts';
import { shortLine } from '../src/suite/model/text.ts';
import { furtherRecordAt } from '../src/variations/freedoms/records.ts';

/** Tells of the requests of all worlds of an app, without those of tools such as the console. */
export function recordRequests(app: App, add: (request: SentRequest) => void): void {
  app.worlds.observe((worldServer) =>
    worldServer.deps.requests.onAdd((logged) => {
      if (logged.context.call.headers['x-mock-tool'] === undefined) add(sentRequest(worldServer, logged));
    }),
  );
}

function sentRequest(worldServer: WorldServer, logged: LoggedRequest): SentRequest {
  const { context, reply, sent } = logged;
  const { call } = context;
  // A reply that the variation gives in place of the mock has no plan.
  const operation = matchRoute(call.method, call.path.replace(/^\/v1/, ''))?.operation ?? null;
  const text = sent === null ? '' : new TextDecoder().decode(sent);
  const request: SentRequest = {
    arrived: context.arrivedAt,
    replied: performance.now(),
    caller: `${process.pid} ${worldServer.name} ${call.headers.authorization ?? call.address} ${call.headers['user-agent'] ?? ''}`,
    operation: operation?.id ?? null,
    takesKey: (operation?.idempotency ?? null) !== null,
    key: call.headers['idempotency-key'] ?? null,
    method: call.method,
    url: `${call.path}${call.query === '' ? '' : `?${call.query}`}`,
    body: text,
    status: reply.status,
    isClosed: reply.transportFault !== undefined,
    get retryAfter() {
      const value = Object.entries(reply.headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
      return value === undefined ? null : Number(value);
    },
    hasEffect: context.commit !== null && reply.headers['Idempotent-Replayed'] === undefined,
    varied: context.varied.map(({ freedom }) => freedom),
    replyText: () => {
      const body = decoded(reply);
      return typeof body === 'string' ? body : '';
    },
    show: (choices) => {
      const settings = choices.filter((one) => !request.varied.includes(one) && hasEffectOn(one, request));
      return shown(worldServer, logged, choices, settings);
    },
  };
  return request;
}

const MAX_BODY = 1500;

// Returns the body of a reply as the client reads it, decoded: a text, or the bytes of a file.
function decoded({ body, headers }: Reply): Reply['body'] {
  const encoding = Object.entries(headers).find(([name]) => /^content-encoding$/i.test(name))?.[1];
  const decode = { gzip: gunzipSync, br: brotliDecompressSync }[String(encoding)];
  return decode && body instanceof Uint8Array ? decode(body).toString() : body;
}

// `settings`: the values that have an effect on the request without changing it or its reply.
function shown(
  worldServer: WorldServer,
  logged: LoggedRequest,
  choices: readonly string[],
  settings: readonly string[],
): string {
  const { method, url, persona, status, varied, request, reply } = requestDetail(worldServer, {
    ...logged,
    reply: { ...logged.reply, body: decoded(logged.reply) },
  });
  const changed = [
    ...varied,
    ...settings.map((one) => (one.startsWith('clock=') ? `${one} (its time was ${toIso(logged.at)})` : one)),
  ];
  const { sentence } = explainRequest(worldServer, logged);
  const { transportFault } = logged.reply;
  const line = (value: unknown): string =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const body = (value: unknown): string => shortLine(line(value), MAX_BODY);
  const replied = line(reply.body);
  const excerpts = choices.map((choice) => {
    const { excerpt } = logged.context.varied.find(({ freedom }) => freedom === choice) ?? {};
    const [, value = ''] = /^further-records=(.*)/.exec(choice) ?? [];
    return Math.max(furtherRecordAt(value, replied), excerpt ? replied.indexOf(excerpt) : -1);
  });
  // What a freedom changed is in the middle.
  const from = Math.max(0, ...excerpts.map((at) => at - MAX_BODY / 2));
  const shownReply = `${from > 0 ? '…' : ''}${body(replied.slice(from))}`;
  return [
    `${method} ${url}${persona === null ? '' : ` as ${persona}`}`,
    ...(request.body === null ? [] : [`request: ${body(request.body)}`]),
    transportFault ? 'reply: none, the connection was closed' : `reply: ${status} ${shownReply}`,
    // What the body does not show, the headers may.
    ...(excerpts.some((at) => at < 0) && !transportFault
      ? [
          `headers: ${Object.entries(reply.headers)
            .map((pair) => pair.join(': '))
            .join('; ')}`,
        ]
      : []),
    ...(sentence === '' || (logged.context.plan === null && varied.length > 0)
      ? []
      : [`reason: ${sentence}`]),
    ...(changed.length === 0 ? [] : [`varied: ${changed.join(', ')}`]),
  ].join('\n');
}

/** Appends the requests of an app to the file of a run of `cope`, a line of JSON each, as `readRequests` reads them. */
export function recordInFile<T extends Tables>(app: App<T>, file: string): void {
  appendFileSync(file, '');
  recordRequests(app as unknown as App, (request) => {
    const { replyText, show, ...rest } = request;
    appendFileSync(file, `${JSON.stringify({ ...rest, replyText: replyText(), show: show(rest.varied) })}\n`);
  });
}
