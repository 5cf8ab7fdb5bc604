// The requests of a world that were answered last: found, waited for, explained, given out; without their secrets.

import { redactBody, redactHeaders, redactUrl } from '../redaction/redact.ts';
import type { WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import type { LoggedRequest } from '../server/request-log.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { type Explanation, explainRequest } from './explain.ts';
import { type Har, toHar } from './har.ts';

export type RequestSummary = {
  /** what the answer carried as `X-Request-Id` */
  id: string;
  /** the world's clock when it was answered */
  at: string;
  method: string;
  url: string;
  operation: string | null;
  /** who called: `user <id>`, `key <id>`, `address <ip>` */
  caller: string;
  tenant_id: string | null;
  status: number;
  /** milliseconds it took, without delays that were asked for */
  ms: number;
  /** what was done to it on purpose */
  disturbed: string | null;
};

export type RequestDetail = RequestSummary & {
  request: { headers: Record<string, string>; body: unknown };
  reply: { headers: Record<string, string>; body: unknown };
};

export type RequestFilter = {
  operation?: string;
  /** `404`, or a class such as `4xx` */
  status?: string;
  method?: string;
  /** a caller's id, its tenant's, or the name of a persona */
  caller?: string;
  /** only those after this one, by id */
  since?: string;
  /** the last so many of them; 100 when left out */
  limit?: number;
};

export type RequestList = { requests: RequestSummary[] /** how many fit, before `limit` */; total: number };

export type RequestLogControl = {
  /** Oldest first. */
  list(filter?: RequestFilter): RequestList;
  /** @throws Trouble REQUEST_NOT_FOUND */
  get(id: string): RequestDetail;
  /** Why it was answered as it was. @throws Trouble REQUEST_NOT_FOUND */
  explain(id: string): Explanation;
  /** Those that fit, as soon as there are `count` (1) of them; what there is when the time is over. @throws Trouble TOO_MANY */
  wait(
    filter?: RequestFilter,
    patience?: {
      count?: number;
      timeout_ms?: number;
      /** has it told when nobody waits any more */
      gone?: (listener: () => void) => void;
    },
  ): Promise<RequestList & { timed_out: boolean }>;
  clear(): void;
  /** HTTP Archive 1.2, as browsers' tools read it. */
  har(): Har;
};

/** No more wait at once in one world. */
const MAX_WAITS = 1000;

export function requestLogControl<T extends Tables>(worldServer: WorldServer<T>): RequestLogControl {
  const { requests } = worldServer.deps;
  let waits = 0;
  const find = (id: string): LoggedRequest => {
    for (const one of requests) if (one.context.requestId === id) return one;
    throw new ControlError(
      404,
      'REQUEST_NOT_FOUND',
      `No request ${id.slice(0, 64)} is remembered in the world ${worldServer.name}: the last ${requests.size} are.`,
    );
  };
  const list = (filter: RequestFilter = {}): RequestList => {
    const fits = requestMatcher(worldServer, filter);
    const found = [...requests].filter(fits);
    const { limit = 100 } = filter;
    return { requests: limit === 0 ? [] : found.slice(-limit).map(requestSummary), total: found.length };
  };
  return {
    list,
    get: (id) => requestDetail(find(id)),
    explain: (id) => explainRequest(worldServer, find(id)),
    wait(filter = {}, { count = 1, timeout_ms = 5000, gone } = {}) {
      const enough = list(filter);
      if (enough.total >= count) return Promise.resolve({ ...enough, timed_out: false });
      if (waits >= MAX_WAITS) {
        throw new ControlError(
          409,
          'TOO_MANY',
          `${MAX_WAITS} calls wait for requests in the world ${worldServer.name} already: let some of them end.`,
        );
      }
      waits += 1;
      return new Promise((resolve) => {
        let over = false;
        const end = (timed_out: boolean): void => {
          if (over) return;
          over = true;
          waits -= 1;
          clearTimeout(timer);
          deaf();
          resolve({ ...list(filter), timed_out });
        };
        const timer = setTimeout(
          runContained(worldServer.deps.reportFault, 'end of a wait', () => end(true)),
          timeout_ms,
        );
        const deaf = requests.onAdd(() => {
          if (list({ ...filter, limit: 0 }).total >= count) end(false);
        });
        gone?.(() => end(true));
      });
    },
    clear: () => requests.clear(),
    har: () => toHar([...requests]),
  };
}

function requestMatcher<T extends Tables>(
  worldServer: WorldServer<T>,
  filter: RequestFilter,
): (one: LoggedRequest) => boolean {
  const { operation, status, method, caller, since } = filter;
  if (status !== undefined && !/^[1-5](?:xx|\d\d)$/.test(status)) {
    throw invalidInput({ '/status': ['must be a status such as 404, or a class such as 4xx.'] });
  }
  const persona = caller === undefined ? undefined : worldServer.seeded.personas[caller];
  const after = since === undefined ? 0 : Number(/^req_(\d+)$/.exec(since)?.[1] ?? Number.NaN);
  if (Number.isNaN(after)) throw invalidInput({ '/since': ['must be the id of a request, such as req_7.'] });
  return ({ context, reply }) => {
    const { operation: operationId } = context.plan ?? {};
    return (
      (operation === undefined || operationId?.id === operation) &&
      (status === undefined ||
        String(reply.status) === status ||
        status === `${Math.floor(reply.status / 100)}xx`) &&
      (method === undefined || context.call.method === method.toUpperCase()) &&
      (caller === undefined ||
        isCallerNamed(context.caller, caller) ||
        isPersonaCredential(context, persona)) &&
      Number(context.requestId.slice('req_'.length)) > after
    );
  };
}

const isCallerNamed = ({ id, tenantId, userId }: LoggedRequest['context']['caller'], name: string): boolean =>
  id === name || tenantId === name || userId === name;

/** Did it come with this persona's own credential? */
function isPersonaCredential(
  { call }: LoggedRequest['context'],
  persona: { token?: string; apiKey?: string } | undefined,
): boolean {
  const bearer = /^bearer\s+(.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return bearer !== undefined && (bearer === persona?.token || bearer === persona?.apiKey);
}

/** A request in a line. */
export function requestSummary({ context, reply, at, ms }: LoggedRequest): RequestSummary {
  const { call, caller, requestId, plan, injectedFault } = context;
  return {
    id: requestId,
    at: toIso(at),
    method: call.method,
    url: redactUrl((call.base ?? '') + call.path, call.query),
    operation: plan?.operation.id ?? null,
    caller: caller.id,
    tenant_id: caller.tenantId,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    disturbed: injectedFault,
  };
}

function requestDetail(one: LoggedRequest): RequestDetail {
  const { call } = one.context;
  const { headers, body } = one.reply;
  return {
    ...requestSummary(one),
    request: {
      headers: redactHeaders(call.headers),
      body: redactBody(one.sent, call.headers['content-type'] ?? ''),
    },
    reply: { headers: redactHeaders(headers), body: redactBody(body, headers['Content-Type'] ?? '') },
  };
}
