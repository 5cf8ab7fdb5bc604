// The door of a planted mock: what comes in and goes out is shown to the defects first.
import type { Answer, Asked, Asking, Where } from '../../conformance/defects/plant.ts';
import { type Call, IN_PROCESS, type Reply } from '../../src/server/call.ts';
import { askedOf, headersOf } from './asked.ts';

type Held<H> = { where: Where; hook: H };

/** Whether a request is one of those a defect speaks of. */
export const applies = (where: Where, asked: Asked): boolean =>
  where === 'everything' ||
  (typeof where === 'function'
    ? where(asked)
    : asked.operation !== null && [where].flat().includes(asked.operation));

export class Door {
  readonly #replies: Held<(answer: Answer, asked: Asked) => void>[] = [];
  readonly #requests: Held<(asking: Asking, asked: Asked) => Answer | undefined>[] = [];
  readonly #lingers: Held<(asked: Asked) => Promise<void>>[] = [];
  readonly #askedBy = new WeakMap<Call, Asked>();
  /** the rate-limit headers of each caller's last answer */
  readonly #limits = new Map<string | null, Record<string, string>>();

  onReply(where: Where, hook: (answer: Answer, asked: Asked) => void): void {
    this.#replies.push({ where, hook });
  }

  onRequest(where: Where, hook: (asking: Asking, asked: Asked) => Answer | undefined): void {
    this.#requests.push({ where, hook });
  }

  onLinger(where: Where, hook: (asked: Asked) => Promise<void>): void {
    this.#lingers.push({ where, hook });
  }

  /** The request behind a call, as it was sent. */
  askedBy(call: Call): Asked {
    const asked = this.#askedBy.get(call);
    if (!asked) throw new Error('A call came into the planted mock by another door.');
    return asked;
  }

  /** Carries one request in and its answer out. @param handle the mock */
  async pass(
    asked: Asked,
    body: Uint8Array | null,
    handle: (call: Call) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const { call, early } = this.#letIn(asked, body);
    const hooks = this.#replies.filter(({ where }) => applies(where, asked));
    let answer: Answer;
    if (early) {
      answer = this.#withLimits(asked, early);
    } else {
      this.#askedBy.set(call, asked);
      const reply = await handle(call);
      for (const { where, hook } of this.#lingers) if (applies(where, asked)) await hook(asked);
      if (this.#requests.length > 0) this.#keepLimits(asked, reply);
      if (hooks.length === 0) return reply;
      answer = answerOf(reply);
    }
    for (const { hook } of hooks) hook(answer, asked);
    return replyOf(answer);
  }

  #letIn(asked: Asked, sent: Uint8Array | null): { call: Call; early?: Answer } {
    let now = asked;
    let body = sent;
    for (const { where, hook } of this.#requests) {
      if (!applies(where, now)) continue;
      const { method, path, query, headers, spelled, json } = now;
      const asking: Asking = { method, path, query, headers: { ...headers }, json: structuredClone(json) };
      const early = structuredClone(hook(asking, asked));
      if (early) return { call: callFor(now, body), early };
      let { text } = now;
      if (JSON.stringify(asking.json) !== JSON.stringify(json)) {
        text = JSON.stringify(asking.json);
        body = new TextEncoder().encode(text);
      }
      now = askedOf({ ...asking, spelled, text });
    }
    return { call: callFor(now, body) };
  }

  #keepLimits({ bearer }: Asked, { headers }: Reply): void {
    const found = Object.entries(headers).filter(([name]) => /ratelimit-/i.test(name));
    if (found.length > 0) this.#limits.set(bearer, Object.fromEntries(found));
  }

  /** An answer in the mock's place still tells the limits: leaving them out is a defect of its own. */
  #withLimits({ bearer }: Asked, answer: Answer): Answer {
    const last = this.#limits.get(bearer) ?? [...this.#limits.values()].at(-1) ?? {};
    return { ...answer, headers: { ...last, ...answer.headers } };
  }
}

const callFor = (asked: Asked, body: Uint8Array | null): Call => ({
  method: asked.method,
  path: `/v1${asked.path}`,
  query: asked.query,
  headers: headersOf(asked),
  body,
  address: IN_PROCESS,
});

function answerOf({ status, headers, body }: Reply): Answer {
  const json = typeof body === 'string' ? parsed(body) : undefined;
  return { status, headers: { ...headers }, json, raw: json === undefined ? body : null };
}

const replyOf = ({ status, headers, json, raw }: Answer): Reply => ({
  status,
  headers,
  body: raw ?? (json === undefined ? '' : JSON.stringify(json)),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
