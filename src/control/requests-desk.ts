// The requests of a world that were answered last: found, waited for, explained, given out; without their secrets.

import { redactBody, redactHeaders, redactUrl } from '../redaction/redact.ts';
import type { Room } from '../server/app.ts';
import { contained } from '../server/background.ts';
import type { Recorded } from '../server/requests.ts';
import { isoOf } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { type Explanation, explain } from './explain.ts';
import { type Har, harOf } from './har.ts';
import { Trouble, unusable } from './trouble.ts';

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

export type RequestsDesk = {
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
      gone?: (told: () => void) => void;
    },
  ): Promise<RequestList & { timed_out: boolean }>;
  clear(): void;
  /** HTTP Archive 1.2, as browsers' tools read it. */
  har(): Har;
};

/** No more wait at once in one world. */
const MOST_WAITS = 1000;

export function requestsDesk<T extends Tables>(room: Room<T>): RequestsDesk {
  const { requests } = room.machine;
  let waits = 0;
  const find = (id: string): Recorded => {
    for (const one of requests) if (one.turn.requestId === id) return one;
    throw new Trouble(
      404,
      'REQUEST_NOT_FOUND',
      `No request ${id.slice(0, 64)} is remembered in the world ${room.name}: the last ${requests.size} are.`,
    );
  };
  const list = (filter: RequestFilter = {}): RequestList => {
    const fits = matcher(room, filter);
    const found = [...requests].filter(fits);
    const { limit = 100 } = filter;
    return { requests: limit === 0 ? [] : found.slice(-limit).map(summaryOf), total: found.length };
  };
  return {
    list,
    get: (id) => detailOf(find(id)),
    explain: (id) => explain(room, find(id)),
    wait(filter = {}, { count = 1, timeout_ms = 5000, gone } = {}) {
      const enough = list(filter);
      if (enough.total >= count) return Promise.resolve({ ...enough, timed_out: false });
      if (waits >= MOST_WAITS) {
        throw new Trouble(
          409,
          'TOO_MANY',
          `${MOST_WAITS} calls wait for requests in the world ${room.name} already: let some of them end.`,
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
          contained(room.machine.fault, 'end of a wait', () => end(true)),
          timeout_ms,
        );
        const deaf = requests.onAdd(() => {
          if (list({ ...filter, limit: 0 }).total >= count) end(false);
        });
        gone?.(() => end(true));
      });
    },
    clear: () => requests.clear(),
    har: () => harOf([...requests]),
  };
}

function matcher<T extends Tables>(room: Room<T>, filter: RequestFilter): (one: Recorded) => boolean {
  const { operation, status, method, caller, since } = filter;
  if (status !== undefined && !/^[1-5](?:xx|\d\d)$/.test(status)) {
    throw unusable({ '/status': ['must be a status such as 404, or a class such as 4xx.'] });
  }
  const persona = caller === undefined ? undefined : room.settled.personas[caller];
  const after = since === undefined ? 0 : Number(/^req_(\d+)$/.exec(since)?.[1] ?? Number.NaN);
  if (Number.isNaN(after)) throw unusable({ '/since': ['must be the id of a request, such as req_7.'] });
  return ({ turn, reply }) => {
    const { operation: own } = turn.plan ?? {};
    return (
      (operation === undefined || own?.id === operation) &&
      (status === undefined ||
        String(reply.status) === status ||
        status === `${Math.floor(reply.status / 100)}xx`) &&
      (method === undefined || turn.call.method === method.toUpperCase()) &&
      (caller === undefined || isCalled(turn.caller, caller) || isPersona(turn, persona)) &&
      Number(turn.requestId.slice('req_'.length)) > after
    );
  };
}

const isCalled = ({ id, tenantId, userId }: Recorded['turn']['caller'], name: string): boolean =>
  id === name || tenantId === name || userId === name;

/** Did it come with this persona's own credential? */
function isPersona(
  { call }: Recorded['turn'],
  persona: { token?: string; apiKey?: string } | undefined,
): boolean {
  const bearer = /^bearer\s+(.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return bearer !== undefined && (bearer === persona?.token || bearer === persona?.apiKey);
}

/** A request in a line. */
export function summaryOf({ turn, reply, at, ms }: Recorded): RequestSummary {
  const { call, caller, requestId, plan, disturbed } = turn;
  return {
    id: requestId,
    at: isoOf(at),
    method: call.method,
    url: redactUrl((call.base ?? '') + call.path, call.query),
    operation: plan?.operation.id ?? null,
    caller: caller.id,
    tenant_id: caller.tenantId,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    disturbed,
  };
}

function detailOf(one: Recorded): RequestDetail {
  const { call } = one.turn;
  const { headers, body } = one.reply;
  return {
    ...summaryOf(one),
    request: {
      headers: redactHeaders(call.headers),
      body: redactBody(one.sent, call.headers['content-type'] ?? ''),
    },
    reply: { headers: redactHeaders(headers), body: redactBody(body, headers['Content-Type'] ?? '') },
  };
}
