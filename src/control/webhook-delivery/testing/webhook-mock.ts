// Test helper: a listening mock that delivers webhooks, and functions that register a webhook endpoint and request a
// test delivery.
import type { App } from '../../../server/app.ts';
import type { AppOptions } from '../../../server/app-options.ts';
import type { Personas } from '../../../server/mock-definition.ts';
import type { Tables } from '../../../state/tables/table.ts';
import { controlApi } from '../../control-api.ts';
import { mountControl } from '../../mount-control.ts';
import type { EgressScope } from '../egress.ts';
import { openOutbox } from '../outbox.ts';

export const WEBHOOK_OPTIONS = {
  clock: '2026-11-20T08:00:00Z',
  limits: 'off',
  world: 'empty',
} as const satisfies AppOptions;

/** Listens with the control API and an outbox, as `mock` and `createMock` do, and takes the snapshot `precious`. */
export async function serveWithOutbox<T extends Tables>(app: App<T>, scope: EgressScope) {
  const ownPorts = (): number[] => app.listening().map(({ port }) => port);
  app.worlds.observe(({ world, changes }) => {
    const outbox = openOutbox(world, app.definition, { scope, ownPorts });
    changes.add(outbox.wake);
    return outbox.close;
  });
  mountControl(app, { token: null, loopback: true });
  const { origin, port } = await app.listen();
  controlApi(app).snapshots.take('precious');
  return { app, origin, port };
}

type ListeningMock = { app: { personas: Personas }; origin: string };
export type Attempt = { url: string; response_status: number | null; error: string | null };

/** Calls the API of the mock without an `Origin` header, as curl or a test does. */
export async function callMock(
  { app, origin }: ListeningMock,
  method: string,
  path: string,
  body?: object,
  more = {},
) {
  const authorization = `Bearer ${app.personas.owner?.token}`;
  const reply = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { id: string; data: Attempt[] };
}

/** Requests a test delivery to a webhook endpoint and waits for its outcome. */
export async function deliverTest(mock: ListeningMock, id: string): Promise<Attempt> {
  await callMock(mock, 'POST', `/webhooks/${id}/test`);
  for (;;) {
    const [attempt] = (await callMock(mock, 'GET', `/webhooks/${id}/deliveries`)).data;
    if (attempt && (attempt.response_status !== null || attempt.error !== null)) return attempt;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Registers a webhook endpoint by a plain HTTP request with exactly the given HTTP headers. */
export async function registerWebhook(
  port: number,
  token: string,
  body: object,
  more: object,
): Promise<{ id: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        method: 'POST',
        path: '/v1/webhooks',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
      },
      (reply) => {
        let text = '';
        reply.on('data', (chunk) => {
          text += chunk;
        });
        reply.on('end', () => resolve(JSON.parse(text)));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
