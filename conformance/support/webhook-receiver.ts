// The suite's receiver of webhooks: an HTTP server that records requests by path and replies as configured.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

/** A request that arrived at the receiver. */
export type Arrival = {
  method: string;
  /** the path of the request below the receiver's base URL, such as `/a` */
  path: string;
  /** the HTTP headers of the request, with names in lower case */
  headers: Record<string, string>;
  body: string;
  /** the time of arrival, in Unix milliseconds */
  at: number;
};

/** The receiver's reply to requests at a path. The default is status 204 at once. */
export type ReceiverReply = {
  status: number;
  headers?: Record<string, string> /** delay of the reply in milliseconds of real time */;
  delay?: number;
};

export type Receiver = {
  /** returns the URL of a path of the receiver, as the target calls it */
  url(path: string): string;
  /** returns the requests that have arrived at a path so far */
  at(path: string): Arrival[];
  /**
   * waits until the given number of requests has arrived at a path, at most `ms` milliseconds of real time, and
   * returns the requests that have arrived
   */
  wait(path: string, count: number, ms: number): Promise<Arrival[]>;
  answer(path: string, answer: ReceiverReply): void;
  close(): Promise<void>;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts a receiver of webhooks.
 * @param base the URL at which the target reaches the receiver: `http://127.0.0.1:0` (any free port), or a public
 * address. A port after `#` (`https://hooks.example.net#8080`) is the local port to which the public address forwards
 * requests.
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

/**
 * Returns what is wrong with the signature of a delivery (Standard Webhooks 1.0.0); undefined when the signature is
 * valid.
 */
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
