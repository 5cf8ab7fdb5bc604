// Sends requests to one of several base URLs in turn, and repeats those of unknown outcome.
import { Agent, request } from 'undici';
import { pause } from '../attack/model.ts';

/** A reply; `status` is null when none came: the outcome is unknown. */
export type Reply = { status: number | null; json: unknown; text: string };

export type Request = {
  method?: 'GET' | 'POST' | 'DELETE';
  /** `/v1/…`, `/_mock/v1/…`, with `/w/<world>` before it where a world is meant */
  path: string;
  apiKey?: string;
  idempotencyKey?: string;
  body?: unknown;
  /** cuts the connection so many ms after the request was sent */
  cutAfterMs?: number;
};

export type Client = {
  readonly baseUrls: readonly string[];
  /**
   * Sends a request once: to the next base URL in turn, or to the one of the given index.
   * @param timeoutMs how long the reply may take
   */
  send(one: Request, timeoutMs?: number, index?: number): Promise<Reply>;
  /**
   * Sends a request until its outcome is known, each time to the next base URL.
   * @returns the first reply with a status below 500; null when none came within `patienceMs`
   */
  sendUntilKnown(one: Request, patienceMs: number): Promise<(Reply & { status: number }) | null>;
  close(): Promise<void>;
};

/** How long a reply may take before its outcome counts as unknown, in ms. */
const REPLY_MS = 3000;
/** The longest pause before a request is repeated, in ms. */
const REPEAT_MS = 150;

/** Whether a reply says what became of the request: a server that cannot reach its state answers with a 5xx. */
export const isKnown = (reply: Reply): reply is Reply & { status: number } =>
  reply.status !== null && reply.status < 500;

/**
 * Creates a client.
 * @param freshConnections opens a connection for each request, as many short programs do
 */
export function createClient(
  baseUrls: readonly string[],
  { random, freshConnections = false }: { random: () => number; freshConnections?: boolean },
): Client {
  const agent = new Agent({
    connections: null,
    pipelining: freshConnections ? 0 : 1,
    connect: { timeout: REPLY_MS },
  });
  let turn = 0;

  const send: Client['send'] = async (one, timeoutMs = REPLY_MS, index = turn++) => {
    const { method = 'GET', path, apiKey, idempotencyKey, body, cutAfterMs } = one;
    const signal = AbortSignal.timeout(Math.min(timeoutMs, cutAfterMs ?? timeoutMs));
    try {
      const reply = await request(`${baseUrls[index % baseUrls.length]}${path}`, {
        method,
        dispatcher: agent,
        signal,
        headers: {
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.body.text();
      return { status: reply.statusCode, text, json: parsed(text) };
    } catch (error) {
      return { status: null, text: error instanceof Error ? error.message : String(error), json: null };
    }
  };

  return {
    baseUrls,
    send,
    async sendUntilKnown(one, patienceMs) {
      const end = performance.now() + patienceMs;
      for (;;) {
        const reply = await send(one);
        if (isKnown(reply)) return reply;
        if (performance.now() > end) return null;
        // Only the first try is cut.
        const { cutAfterMs: _, ...whole } = one;
        one = whole;
        await pause(random() * REPEAT_MS);
      }
    },
    close: () => agent.destroy(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
