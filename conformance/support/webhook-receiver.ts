// The suite's own receiver of webhooks: a listener that keeps what arrives, by path, and answers as it is told.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

/** One request that arrived. */
export type Arrival = {
  method: string;
  /** below the receiver's base: `/a` */
  path: string;
  /** lower-case names */
  headers: Record<string, string>;
  body: string;
  /** Unix milliseconds */
  at: number;
};

/** What is answered at a path: 204 unless told otherwise. */
export type ReceiverReply = {
  status: number;
  headers?: Record<string, string> /** milliseconds of real time */;
  delay?: number;
};

export type Receiver = {
  /** the address of a path, as the target is to call it */
  url(path: string): string;
  /** everything that arrived so far at a path */
  at(path: string): Arrival[];
  /** waits until so many have arrived at a path; those that did when the time is over. Real time, in milliseconds. */
  wait(path: string, count: number, ms: number): Promise<Arrival[]>;
  answer(path: string, answer: ReceiverReply): void;
  close(): Promise<void>;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts a receiver.
 * @param base where the target reaches it: `http://127.0.0.1:0` (any port), or a public address; a port behind `#`
 *   (`https://hooks.example.net#8080`) is where this machine listens for what is passed on from there
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
  const here = /^(127\.|localhost$|\[::1\])/.test(address.hostname);
  const port = Number(address.hash.slice(1) || address.port || (address.protocol === 'https:' ? 443 : 80));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, here ? '127.0.0.1' : '0.0.0.0', resolve);
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

/** What is wrong with the signature of a delivery by Standard Webhooks 1.0.0; undefined when it verifies. */
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
