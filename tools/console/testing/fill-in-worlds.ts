// Test helper: a mock with its control API in process, copies of its demo world, and what filling in needs of them.
import { hostingMock } from '../../../mocks/index.ts';
import {
  choosePersona,
  type FillInOptions,
  fillIn,
} from '../../../src/console/views/reference/fill-in/fill-in.ts';
import type { FillInPersona, FillInWorld } from '../../../src/console/views/reference/fill-in/records.ts';
import { type Operation, readDocument } from '../../../src/console/views/reference/model/document.ts';
import { documentText } from '../../../src/contract/document.ts';
import type { OpenApiDocument } from '../../../src/contract/openapi.ts';
import { mountControl } from '../../../src/control/mount-control.ts';
import { type App, createApp } from '../../../src/server/app.ts';

export const reference = readDocument(JSON.parse(documentText()) as OpenApiDocument);

export function operation(id: string): Operation {
  const found = reference.byId.get(id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** A copy of the demo world. */
export type TestWorld = FillInWorld & { name: string };

/** Starts a mock, and returns functions that copy its demo world and send requests to the copies. */
export function fillInMock() {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' }) as unknown as App;
  mountControl(app, { token: null, loopback: true });

  async function call(path: string, method = 'GET', body: unknown = null, bearer: string | null = null) {
    const headers = {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body !== null && { body: JSON.stringify(body) }) };
    const reply = await app.fetch(new Request(`http://127.0.0.1${path}`, init));
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
    return { status: reply.status, body: isJson ? ((await reply.json()) as unknown) : undefined };
  }

  // Makes a copy of the demo world.
  async function copyWorld(name: string): Promise<TestWorld> {
    const { body } = await call('/_mock/v1/worlds', 'POST', { name });
    return {
      name,
      personas: (body as { personas: Record<string, FillInPersona> }).personas,
      send: ({ method, path, bearer, body: sent }) =>
        call(`/w/${name}/v1${path}`, method, sent ?? null, bearer),
      async codes() {
        const { codes } = (await call(`/w/${name}/_mock/v1/outbox`)).body as {
          codes: { persona: string; code: string }[];
        };
        return Object.fromEntries(codes.map(({ persona, code }) => [persona, code]));
      },
    };
  }

  // Fills in an operation as the persona that suits it, and sends it.
  async function tryOperation(world: TestWorld, one: Operation, options: Partial<FillInOptions> = {}) {
    const persona = choosePersona(reference, one, world);
    const filled = await fillIn(reference, one, world, { persona, ...options });
    const path = one.path.replace(/\{([^}]+)\}/g, (_, name: string) => filled.path[name] ?? '-');
    const reply = await call(`/w/${world.name}/v1${path}`, one.method, filled.body, filled.bearer);
    return { ...reply, persona, filled };
  }
  return { app, copyWorld, tryOperation };
}
