// The suite's receiver of webhooks: a listener that records requests by path and replies as configured.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

/** One request that arrived. */
export type Arrival = {
  method: string;
  /** path below the receiver's base: `/a` */
  path: string;
  /** names in lower case */
  headers: Record<string, string>;
  body: string;
  /** Unix milliseconds */
  at: number;
};

/** The reply at a path; 204 by default. */
export type ReceiverReply = {
  status: number;
  headers?: Record<string, string> /** delay in milliseconds of real time */;
  delay?: number;
};

export type Receiver = {
  /** returns the URL of a path, as the target calls it */
  url(path: string): string;
  /** returns every request that arrived at a path so far */
  at(path: string): Arrival[];
  /**
   * waits until a number of requests arrived at a path, at most `ms` milliseconds of real time, and returns those
   * that did
   */
  wait(path: string, count: number, ms: number): Promise<Arrival[]>;
  answer(path: string, answer: ReceiverReply): void;
  close(): Promise<void>;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts a receiver.
 * @param base the URL at which the target reaches it: `http://127.0.0.1:0` (any port), or a public address; a port
 * behind `#` (`https://hooks.example.net#8080`) is the local port to which that address forwards
 */
export async function openReceiver(base: string): Promise<Receiver> {
  const address = new URL(base);
  const arrivals: Arrival[] = [];
  const answers = new Map<string, ReceiverReply>();
  const prefix = address.pathname.replace(/\/$/, '');
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
    const path = (incoming.url ?? '/').split('?')[0]?.slice(prefix.length) ?? '/';
    const body = Buffer.concat(chunks).toString('utf8');
    arrivals.push({ method: incoming.method ?? '', path, headers, body, at: Date.now() });
    const { status, headers: reply = {}, delay = 0 }: ReceiverReply = answers.get(path) ?? { status: 204 };
    if (delay > 0) await sleep(delay);
    outgoing.writeHead(status, reply).end();
  });
  const isLoopback = /^(127\.|localhost$|\[::1\])/.test(address.hostname);
  const port = Number(address.hash.slice(1) || address.port || (address.protocol === 'https:' ? 443 : 80));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, isLoopback ? '127.0.0.1' : '0.0.0.0', resolve);
  });
  server.unref();
  const bound = server.address();
  if (address.port === '0' && typeof bound === 'object' && bound !== null) address.port = String(bound.port);
  address.hash = '';
  const at = (path: string): Arrival[] => arrivals.filter((one) => one.path === path);
  return {
    url: (path) => `${address.origin}${prefix}${path}`,
    at,
    async wait(path, count, ms) {
      const until = Date.now() + ms;
      while (at(path).length < count && Date.now() < until) await sleep(20);
      return at(path);
    },
    answer: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Finds what is wrong with the signature of a delivery (Standard Webhooks 1.0.0); undefined when it verifies. */
export function signatureProblem(arrival: Arrival, secret: string, now: number): string | undefined {
  const { headers, body } = arrival;
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (id === undefined || timestamp === undefined || signature === undefined)
    return 'it lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!/^\d+$/.test(timestamp)) return 'webhook-timestamp is no number of seconds';
  if (Math.abs(Number(timestamp) * 1000 - now) > 300_000)
    return 'webhook-timestamp is more than 5 minutes off';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const verifies = signature.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return (
      one.startsWith('v1,') && signature.length === expected.length && timingSafeEqual(signature, expected)
    );
  });
  return verifies ? undefined : 'no signature of webhook-signature verifies';
}
