// Tests of filling in: every operation of the document succeeds in the demo world with what is filled in.
import { afterAll, expect, test } from 'vitest';
import { hostingMock } from '../../../../../mocks/index.ts';
import { documentText } from '../../../../contract/document.ts';
import { mountControl } from '../../../../control/mount-control.ts';
import { type App, createApp } from '../../../../server/app.ts';
import { type OpenApiDocument, readDocument } from '../model/document.ts';
import { choosePersona, fillIn } from './fill-in.ts';
import type { FillInPersona, FillInWorld } from './world.ts';

const reference = readDocument(JSON.parse(documentText()) as OpenApiDocument);
const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' }) as unknown as App;
mountControl(app, { token: null, loopback: true });
afterAll(() => app.close());

async function call(path: string, method = 'GET', body?: unknown, bearer: string | null = null): Promise<Response> {
  const headers = {
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return app.fetch(new Request(`http://127.0.0.1${path}`, init));
}

/** Makes a copy of the demo world for one operation. */
async function copyWorld(name: string): Promise<FillInWorld> {
  const created = await call('/_mock/v1/worlds', 'POST', { name });
  const { personas } = (await created.json()) as { personas: Record<string, FillInPersona> };
  return {
    personas,
    async send({ method, path, bearer, body }) {
      const reply = await call(`/w/${name}/v1${path}`, method, body, bearer);
      return { status: reply.status, body: await reply.json().catch(() => undefined) };
    },
    async codes() {
      const outbox = (await (await call(`/w/${name}/_mock/v1/outbox`)).json()) as {
        codes: { persona: string; code: string }[];
      };
      return Object.fromEntries(outbox.codes.map(({ persona, code }) => [persona, code]));
    },
  };
}

test('each', async () => {
  const failed: string[] = [];
  let ok = 0;
  for (const operation of reference.operations.filter(({ event }) => !event)) {
    const world = await copyWorld(operation.id.toLowerCase());
    const persona = choosePersona(reference, operation, world);
    const filled = await fillIn(reference, operation, world, { persona });
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name) => filled.path[name] ?? '');
    const reply = await call(`/w/${operation.id.toLowerCase()}/v1${path}`, operation.method, filled.body ?? undefined, filled.bearer);
    if (reply.ok) ok += 1;
    else failed.push(`${operation.id} as ${persona}: ${reply.status} ${(await reply.text()).slice(0, 200)} ${filled.notes}`);
  }
  console.log(ok, failed.join('\n'));
});
