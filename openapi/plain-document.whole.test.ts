// Tests `hosting-contract openapi` as a platform uses it: the document without provenance, without webhooks, and the
// overlay that brings the provenance back.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../mocks/index.ts';
import { documentText } from '../src/contract/document.ts';
import { reloadDocument } from '../src/contract/edited-document/reload-document.ts';
import { withRefusals } from '../src/contract/error-codes.ts';
import { operations } from '../src/contract/operations.ts';
import { createApp } from '../src/server/app.ts';
import { sendCall } from '../src/server/testing/minimal-mock.ts';

type Json = Record<string, unknown>;
type Overlay = { overlay: string; info: Json; actions: { target: string; update: Json }[] };

const program = fileURLToPath(new URL('../bin/hosting-contract.ts', import.meta.url));
const run = (...flags: string[]) =>
  spawnSync(process.execPath, [program, 'openapi', ...flags], { encoding: 'utf8' });
const write = (...flags: string[]): Json => {
  const { status, stdout, stderr } = run(...flags);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Applies an overlay as OpenAPI Overlay 1.0.0, section 4.4.3, says; each target is a normalized path (RFC 9535).
function apply({ actions }: Overlay, document: Json): Json {
  const result = structuredClone(document);
  for (const { target, update } of actions) {
    expect(target).toMatch(/^\$(?:\[(?:\d+|'(?:[^'\\]|\\.)*')\])*$/);
    const steps = [...target.matchAll(/\[(?:(\d+)|'((?:[^'\\]|\\.)*)')\]/g)];
    const node = steps.reduce<unknown>(
      (at, [, index, name = '']) => (at as Json)[index ?? name.replace(/\\(.)/g, '$1')],
      result,
    );
    expect(isObject(node), target).toBe(true);
    merge(node as Json, update);
  }
  return result;
}

function merge(node: Json, update: Json): void {
  for (const [name, value] of Object.entries(update)) {
    const old = node[name];
    if (isObject(old) && isObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) old.push(...value);
    else node[name] = value;
  }
}

describe('the document as a platform publishes it', () => {
  test('--no-provenance leaves out every mark', () => {
    const plain = JSON.stringify(write('--no-provenance'));
    expect(plain).not.toMatch(
      /["`]x-(?:stated|requirements|provenance|example|error-codes|idempotency|policies|rate-limits)|localhost|127\.0\.0\.1/,
    );
    const marked = JSON.parse(documentText());
    expect(JSON.parse(plain)).toMatchObject({
      info: marked.info,
      servers: marked.servers,
      tags: expect.any(Array),
    });
    expect(Object.keys(JSON.parse(plain).components.schemas)).toEqual(Object.keys(marked.components.schemas));
  });

  test.for([[], ['--no-webhooks']])(
    'the plain document and the overlay give the marked one, whose refusals stand in the descriptions: %s',
    (flags) => {
      const overlay = write('--overlay', ...flags) as Overlay;
      expect(overlay).toMatchObject({ overlay: '1.0.0', info: { version: '1.0.0' } });
      const plain = write('--no-provenance', ...flags);
      const marked = withRefusals(write(...flags) as never);
      expect(plain).not.toEqual(marked);
      expect(apply(overlay, plain)).toEqual(marked);
    },
  );

  test('without flags the document is the whole one', () => {
    expect(run().stdout).toBe(documentText());
  });

  test('--no-webhooks leaves out the webhooks, their tag and what only they use, and every reference resolves', () => {
    const document = write('--no-webhooks');
    const components = document.components as Record<string, Json>;
    expect(document).not.toHaveProperty('webhooks');
    expect((document.tags as { name: string }[]).map(({ name }) => name)).not.toContain('Events');
    expect(Object.keys(components.parameters ?? {})).not.toContain('WebhookSignature');
    expect(Object.keys(components.schemas ?? {})).toContain('Webhook');
    const refs = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
        ([, section = '', name = '']) => `${section} ${name}`,
      ),
    );
    const parts = Object.entries(components)
      .filter(([section]) => section !== 'securitySchemes')
      .flatMap(([section, named]) => Object.keys(named).map((name) => `${section} ${name}`));
    expect(parts.toSorted()).toEqual([...refs].toSorted());
  });

  test('the mock serves the plain document as the marked one: a repeat with one key is replayed, and refusals are the same', async () => {
    const { undo } = reloadDocument(write('--no-provenance') as never);
    onTestFinished(undo);
    const app = createApp(hostingMock);
    onTestFinished(() => app.close());
    const send = (path: string, body: object) =>
      sendCall(app, 'POST', path, {
        ...{ token: app.personas.owner?.token, headers: { 'idempotency-key': 'once' } },
        body,
      });
    await send('/wallet/topup', { amount: 500 });
    expect((await send('/wallet/topup', { amount: 500 })).headers.get('idempotent-replayed')).toBe('true');
    const ticket = { subject: 'a', message: 'b', service_id: '3f2a9c1e-0000-4000-8000-000000000000' };
    expect((await send('/support/tickets', ticket)).status).toBe(422);
  });

  test('an operation that a deployment added to the plain document does not replay', async () => {
    const written = write('--no-provenance') as { paths: Record<string, Json> };
    const { undo } = reloadDocument({
      ...written,
      paths: {
        ...written.paths,
        '/things': {
          post: {
            operationId: 'createThing',
            parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
            responses: { 201: { description: 'a thing' } },
          },
        },
      },
    } as never);
    onTestFinished(undo);
    expect(operations.find(({ id }) => String(id) === 'createThing')).toMatchObject({ idempotency: null });
  });

  test('--overlay with --no-provenance is refused', () => {
    const { status, stderr } = run('--overlay', '--no-provenance');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--overlay writes the provenance')]);
  });
});
