// Tests every operation of the document against the specification's tables and the style rules of README.md.
import { describe, expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { type JsonSchema, resolveRef } from '../src/contract/openapi.ts';
import { areaOf } from '../src/contract/operation-index.ts';
import { moneyMoving, specificationPaths } from './testing/specification-paths.ts';
import { type Documented, type Header, operations } from './testing/walk.ts';

const all = operations();
const ROLES = ['platform_admin', 'owner', 'admin', 'billing', 'support', 'viewer'];
const anonymous = ({ operation }: Documented): boolean => operation.security?.length === 0;
const names = (found: Documented[]): string[] => found.map(({ name }) => name);
const statusesOf = (one: Documented): number[] => one.responses.map(({ status }) => status);

// Returns the tags that the document gives to webhook deliveries.
const eventTags = (): string[] =>
  Object.values(document().webhooks ?? {}).flatMap(({ post }) => post?.tags ?? []);

describe('the documented operations', () => {
  test('every documented operation is in the specification', () => {
    expect(Object.values(specificationPaths).flat()).toHaveLength(93);
    const stated = new Set(Object.values(specificationPaths).flat());
    expect(names(all).filter((name) => !stated.has(name))).toEqual([]);
  });

  test('every operation of the specification is documented in the file of its area', () => {
    expect(names(all).sort()).toEqual(Object.values(specificationPaths).flat().sort());
    for (const { name, path } of all) expect(specificationPaths[areaOf(path)], name).toContain(name);
  });

  test('operations document only 200 or 201 as success and only the stated statuses as errors', () => {
    for (const one of all) {
      const statuses = statusesOf(one);
      expect(
        statuses.filter((status) => status < 300),
        one.name,
      ).toHaveLength(1);
      expect([200, 201, 400, 401, 403, 404, 422, 429, 500], one.name).toEqual(
        expect.arrayContaining(statuses),
      );
    }
  });

  test('every operation documents 400, 401, 429 and 500; 403 unless it is anonymous; 404 if its path has a parameter; 422 if it takes a body or a query', () => {
    for (const one of all) {
      const { operation, parameters } = one;
      const statuses = statusesOf(one);
      const query = parameters.some((parameter) => parameter.in === 'query');
      expect(statuses, one.name).toEqual(expect.arrayContaining([400, 401, 429, 500]));
      expect(statuses.includes(403), `${one.name} 403`).toBe(!anonymous(one));
      expect(statuses.includes(404), `${one.name} 404`).toBe(one.path.includes('{'));
      if (operation.requestBody || query) expect(statuses, one.name).toContain(422);
    }
  });

  test('every operation has a unique camelCase id, a summary, a description and one declared tag', () => {
    const tags = document().tags.map(({ name }) => name);
    expect(tags).toEqual([...tags].sort());
    expect(document().tags.every(({ description }) => description)).toBe(true);
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length);
    for (const { name, operation } of all) {
      expect(operation.operationId, name).toMatch(/^[a-z]+(?:[A-Z0-9][a-z0-9]*)*$/);
      expect(operation.summary, name).toBeTruthy();
      // Long enough to say when to use it, what it changes and what happens next; short enough to be read.
      expect(operation.description, name).toMatch(/^.{80,400}\.$/);
      expect(operation.tags, name).toHaveLength(1);
      expect(tags, name).toContain(operation.tags[0]);
    }
    const used = new Set([...all.flatMap(({ operation }) => operation.tags), ...eventTags()]);
    // A tag without operations is a topic: what holds for every operation.
    const topics = document().tags.filter((tag) => tag['x-traitTag']);
    expect(tags.filter((tag) => !used.has(tag))).toEqual(topics.map(({ name }) => name));
    const [chapters, resources] = document()['x-tagGroups'] ?? [];
    expect(chapters?.tags.toSorted()).toEqual(topics.map(({ name }) => name).toSorted());
    expect(resources?.tags.toSorted()).toEqual([...used].toSorted());
  });

  test('every operation states who may call it: a listed scope with known roles, or any caller', () => {
    const scopes = Object.keys(document()['x-scopes'] ?? {});
    for (const one of all) {
      const { security, 'x-roles': roles = [], 'x-session-only': session } = one.operation;
      expect(security, one.name).toBeDefined();
      if (anonymous(one)) {
        expect(roles, one.name).toEqual(['anonymous']);
        continue;
      }
      const needed = security?.flatMap((requirement) => requirement.bearerAuth ?? []) ?? [];
      expect(scopes, one.name).toEqual(expect.arrayContaining(needed));
      expect(needed.length, one.name).toBe(areaOf(one.path) === 'auth' ? 0 : 1);
      expect(ROLES, one.name).toEqual(expect.arrayContaining(roles));
      expect(roles.length, one.name).toBeGreaterThan(0);
      if (session) expect(one.name).toMatch(/^POST \/auth\/(refresh|logout)$/);
    }
  });

  test('only operations that issue a credential can be called without a credential', () => {
    expect(names(all.filter(anonymous))).toEqual(['POST /auth/login', 'POST /auth/2fa/verify']);
  });

  test('exactly the operations that move money take an Idempotency-Key header', () => {
    for (const { name, operation, parameters } of all) {
      const takesKey = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
      expect(operation['x-idempotency']?.tier, name).toBe(moneyMoving[name]);
      expect(takesKey, name).toBe(name in moneyMoving);
    }
  });

  test('Idempotency-Key is stated for the operations that the specification calls money-moving, and chosen for all others', () => {
    for (const { name, operation, parameters } of all) {
      const key = parameters.find((parameter) => parameter.name === 'Idempotency-Key');
      if (key) expect(key['x-stated'] === true, name).toBe(operation['x-idempotency']?.tier === 'A');
    }
  });

  test('an error reply is stated only where the specification gives its condition', () => {
    for (const one of all) {
      for (const { status, response } of one.responses.filter((reply) => reply.status >= 400)) {
        const condition: Record<number, boolean> = {
          401: !anonymous(one),
          403: !anonymous(one),
          422: one.operation.requestBody !== undefined,
          429: true,
        };
        if (response['x-stated'] === true) expect(condition[status], `${one.name} ${status}`).toBe(true);
      }
    }
  });

  test('the PDF and the zip archive are stated as media types, and no other media type is', () => {
    const stated = all.flatMap(({ name, responses }) =>
      responses.flatMap(({ response }) =>
        Object.entries(response.content ?? {})
          .filter(([, content]) => content['x-stated'] === true)
          .map(([media]) => `${name} ${media}`),
      ),
    );
    expect(stated).toEqual([
      'GET /invoices/{id}/pdf application/pdf',
      'GET /ssl/{id}/download application/zip',
    ]);
  });

  test('exactly the operations that issue a session are in the stricter rate-limit class', () => {
    const tight = all.filter(({ operation }) => operation['x-rate-class'] === 'auth');
    expect(names(tight)).toEqual(['POST /auth/login', 'POST /auth/refresh', 'POST /auth/2fa/verify']);
  });

  test('every list operation takes page, page size and sort order', () => {
    for (const { name, operation, parameters } of all) {
      const isList = operation.operationId.startsWith('list');
      const has = parameters.map((parameter) => parameter.name);
      for (const parameter of ['page', 'per_page', 'sort']) {
        expect(has.includes(parameter), `${name} ${parameter}`).toBe(isList);
      }
    }
  });
});

describe('the documented replies', () => {
  test('every 429 reply has Retry-After, every 401 reply has WWW-Authenticate, and operations with an Idempotency-Key document the replay header', () => {
    for (const { name, operation, responses } of all) {
      for (const { status, response } of responses) {
        const headers = Object.keys(response.headers ?? {});
        expect(headers.includes('Retry-After'), `${name} ${status}`).toBe(status === 429);
        expect(headers.includes('WWW-Authenticate'), `${name} ${status}`).toBe(status === 401);
        expect(headers.includes('Idempotent-Replayed'), `${name} ${status}`).toBe(
          status < 300 && operation['x-idempotency'] !== undefined,
        );
      }
    }
  });

  test('every reply documents X-Request-Id, which no deployment has to send', () => {
    for (const { name, responses } of all) {
      for (const { status, response } of responses)
        expect(Object.keys(response.headers ?? {}), `${name} ${status}`).toContain('X-Request-Id');
    }
    const { 'X-Request-Id': header } = document().components.headers as Record<string, Header>;
    expect([header?.['x-stated'], header?.required]).toEqual([undefined, undefined]);
  });

  test('the base URL has a variable for each part of it that a deployment chooses, and ends in /v1', () => {
    const [server] = document().servers;
    const names = [...(server?.url.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(server?.variables ?? {})).toEqual(names);
    expect(server?.url).toMatch(/\/v1$/);
  });

  test('the description of the document has at most five lines, and every topic has a text of its own', () => {
    expect(document().info.description.trim().split('\n').length).toBeLessThanOrEqual(5);
    for (const { name, description } of document().tags.filter((tag) => tag['x-traitTag']))
      expect(description?.trim(), name).toMatch(/\.$/);
  });

  test('no description says what the specification states: that is for the marks, which can be left out', () => {
    const texts = [
      ...JSON.stringify({ ...document(), 'x-provenance': '' }).matchAll(
        /"(?:description|summary)":"((?:[^"\\]|\\.)*)"/g,
      ),
    ];
    const about = texts.filter(([, text]) =>
      /\bstated\b|the specification|this contract|\bx-stated/i.test(text ?? ''),
    );
    expect(about.map(([, text]) => text)).toEqual([]);
  });

  test('every documented HTTP header has a description', () => {
    for (const [name, header] of Object.entries(document().components.headers ?? {})) {
      expect((header as Header).description, name).toBeTruthy();
    }
  });

  test('every reply body is a JSON schema component or binary', () => {
    for (const { name, responses } of all) {
      for (const { status, response } of responses) {
        const media = Object.entries(response.content ?? {});
        expect(media, `${name} ${status}`).toHaveLength(1);
        for (const [type, { schema }] of media) {
          expect(schema?.$ref, `${name} ${status}`).toMatch(/^#\/components\/schemas\/\w+$/);
          if (type !== 'application/json') {
            expect(resolveRef<JsonSchema>(document(), schema ?? {}).format, `${name} ${status}`).toBe(
              'binary',
            );
          }
        }
      }
    }
  });

  test('every operation that creates a resource links to further operations', () => {
    for (const { name, responses } of all) {
      const created = responses.find(({ status }) => status === 201)?.response;
      if (created) expect(Object.keys(created.links ?? {}).length, name).toBeGreaterThan(0);
    }
  });

  test('only login and order creation have a success status that the specification states', () => {
    const stated = all.filter(({ responses }) =>
      responses.some(({ status, response }) => status < 300 && response['x-stated'] === true),
    );
    expect(names(stated)).toEqual(['POST /auth/login', 'POST /orders']);
  });
});
