// `lab webhooks listen`: registers an endpoint in a world, receives its deliveries here, and forwards them to an app,
// signed with a secret that is the same at every start.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureHeaders } from '../mocks/webhooks/webhook-signing.ts';
import { createClient } from '../src/client/client.ts';
import { verifyWebhook } from '../src/client/verify-webhook.ts';
import { DELIVERY_AGENT } from '../src/server/outbox-queue.ts';
import { readBody } from '../src/suite/http/transport/transport.ts';
import { onStop } from './stop-signals.ts';

/** The secret with which deliveries are signed unless another one is given; it protects nothing. */
export const LISTEN_SECRET = 'whsec_aG9zdGluZy1jb250cmFjdCBsaXN0ZW4h';

export type ListenOptions = {
  /** the address of the world: `http://127.0.0.1:4010/`, `http://127.0.0.1:4010/w/mine/` */
  world: URL;
  /** the control token of the mock */
  token?: string | undefined;
  forwardTo: URL;
  secret: string;
  /** the event types that are forwarded, or `*` */
  events: string[];
  /** the persona in whose tenant the endpoint is registered */
  as: string;
  /** prints a line: its members as JSON, or as text */
  print(line: Record<string, string | number>, text: string): void;
};

/** The largest delivery that is received, in bytes. */
const MAX_DELIVERY = 1_048_576;
/** How long a delivery may take to arrive here, in ms. */
const ARRIVAL_MS = 5000;

/**
 * Forwards deliveries until the process is told to end, and takes the endpoint back.
 * @throws Error when the mock refuses the endpoint, cannot reach this command, or ends
 */
export async function listenWebhooks(options: ListenOptions): Promise<void> {
  const { world, token, forwardTo, events, as, print } = options;
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const control = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const reply = await fetch(new URL(`_mock/v1${path}`, world), { headers, ...init });
    if (reply.ok) return reply;
    const { error } = (await reply.json().catch(() => ({}))) as { error?: { message: string } };
    throw new Error(error?.message ?? `${world.origin} answered ${reply.status}: is it this mock?`);
  };
  if (!/^whsec_(?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(options.secret))
    throw new Error('The secret must be whsec_ and base64.');
  const stop = new AbortController();
  onStop(['SIGINT', 'SIGTERM'], (isAgain) => (isAgain ? process.exit(130) : stop.abort()));

  let endpoint = { id: '', secret: '' };
  /** Called when the delivery arrives by which an endpoint is tried; null while none is tried. */
  let arrived: (() => void) | null = null;
  const server = createServer((request, response) =>
    receive(request, response).catch(() => response.destroy()),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  // Answers a delivery as the app does. What the mock has not signed is not forwarded.
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBody(request.iterator({ destroyOnReturn: false }), MAX_DELIVERY).catch(
      () => null,
    );
    if (bytes === null) return void response.writeHead(413, { connection: 'close' }).end();
    const body = new TextDecoder().decode(bytes);
    const event = await verifyWebhook({ headers: request.headers, body }, endpoint.secret, {
      now: 'delivery',
    }).catch(() => null);
    if (event === null) return void response.writeHead(401).end();
    if (arrived && event.type === 'webhook.test') return void response.end(arrived);
    const { status, text, retryAfter, ms } = await forward(event.id, body, options, stop.signal);
    const { id, type } = event;
    const shown = `${new Date().toTimeString().slice(0, 8)}  ${status}  ${type}  ${id}  ${ms} ms  ${text}`;
    print({ type, id, status, ms, ...(text && { error: text }) }, shown.trimEnd());
    response.writeHead(status, { ...(retryAfter && { 'retry-after': retryAfter }) }).end();
  };

  const clientOf = async () => {
    const persona = (await (await control(`/personas/${as}`)).json()) as Record<string, string>;
    const credential = { token: persona.apiKey ?? persona.token ?? '' };
    return createClient({
      baseUrl: new URL('v1', world).href,
      credential,
      headers: { 'x-mock-tool': 'lab' },
    });
  };

  // Registers the endpoint unless the world still has it, and tries whether the mock reaches this command.
  const register = async (): Promise<void> => {
    const api = await clientOf();
    if (endpoint.id !== '' && (await api.getWebhook({ path: endpoint }).catch(() => null))) return;
    const { id, secret = '' } = await api.createWebhook({
      body: { url, events: events as ['*'], description: 'lab webhooks listen' },
    });
    endpoint = { id, secret };
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await api.testWebhook({ path: { id } });
    const late = await Promise.race([arrival, wait(ARRIVAL_MS, true, { ref: false })]);
    arrived = null;
    if (late) {
      const { data } = await api.listWebhookDeliveries({ path: { id } });
      await api.deleteWebhook({ path: { id } });
      throw new Error(`The mock cannot deliver to ${url}: ${data[0]?.error ?? 'no delivery arrived.'}`);
    }
  };

  try {
    const stream = await control('/events', { signal: stop.signal });
    await register();
    print(
      { secret: options.secret, forward_to: forwardTo.href, endpoint: endpoint.id },
      `secret  ${options.secret}\nForwards ${events.join(', ')} of ${as}'s tenant to ${forwardTo.href} until Ctrl-C.`,
    );
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() ?? '';
      // A reset, a restored snapshot or an import may have removed the endpoint.
      if (messages.some((one) => /^event: world\n.*"replaced":true/.test(one))) await register();
    }
    throw new Error(`The mock at ${world.origin} has ended.`);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    if (endpoint.id !== '') await (await clientOf()).deleteWebhook({ path: endpoint });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// Sends a delivery to the app, signed with the secret of this command at the present time, until the signal is aborted.
async function forward(id: string, body: string, { forwardTo, secret }: ListenOptions, signal: AbortSignal) {
  const startMs = performance.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': DELIVERY_AGENT,
    ...signatureHeaders(secret, id, Math.floor(Date.now() / 1000), body),
  };
  const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual', signal };
  const reply = await fetch(forwardTo, init).catch(
    ({ cause, message }: Error) => (cause instanceof Error && cause.message) || message,
  );
  const ms = Math.round(performance.now() - startMs);
  if (typeof reply === 'string') return { status: 502, text: reply, retryAfter: null, ms };
  await reply.body?.cancel();
  return { status: reply.status, text: '', retryAfter: reply.headers.get('retry-after'), ms };
}
