// Tests the documented events, their lists of types, and the webhook deliveries against Standard Webhooks.
import { describe, expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import type { JsonSchema, MediaType } from '../src/contract/openapi.ts';
import { faults } from './testing/strict.ts';
import { deliveries, operations, responseBodies } from './testing/walk.ts';

const FAMILIES = [
  'customer',
  'service',
  'order',
  'invoice',
  'subscription',
  'payment',
  'wallet',
  'domain',
  'certificate',
  'dns_zone',
  'vps',
  'ticket',
  'webhook',
];
const all = deliveries();
const schemas = document().components.schemas;
const named = (name: string): JsonSchema => schemas[name] ?? {};
const component = (schema: JsonSchema | undefined): string =>
  schema?.$ref?.replace('#/components/schemas/', '') ?? '';
const eventOf = (family: string): JsonSchema => {
  const body = all.find(({ name }) => name === family)?.operation.requestBody as {
    content: Record<string, MediaType>;
  };
  return named(component(body.content['application/json']?.schema));
};
const types = (named('SubscribableEvent').enum ?? []).filter((type) => type !== '*') as string[];

describe('the webhook events', () => {
  test('the events belong to thirteen families', () => {
    expect(all.map(({ name }) => name)).toEqual(FAMILIES);
    expect(types).toHaveLength(49);
    expect([...new Set(types.map((type) => type.split('.')[0]))]).toEqual(FAMILIES);
  });

  test('every event has an id, a type, a time, a tenant and the whole resource', () => {
    const replySchemas = new Set(responseBodies().map(({ schema }) => component(schema)));
    for (const family of FAMILIES) {
      const event = eventOf(family);
      expect(event.required, family).toEqual(['id', 'type', 'timestamp', 'tenant_id', 'data']);
      expect(replySchemas, family).toContain(component(event.properties?.data));
    }
  });

  test('the list of event types is open in replies and closed in requests to subscribe', () => {
    for (const family of FAMILIES) {
      const { type = {} } = eventOf(family).properties ?? {};
      expect(type.examples, family).toEqual(types.filter((one) => one.startsWith(`${family}.`)));
      expect(type.enum, family).toBeUndefined();
      expect(faults(type, `${family}.yet_unknown`), family).toEqual([]);
      expect(faults(type, 'another.created'), family).not.toEqual([]);
    }
    for (const name of ['EventType', 'SubscribedEvent']) {
      expect(faults({ $ref: `#/components/schemas/${name}` }, 'yet_unknown.created'), name).toEqual([]);
    }
    expect(named('TestableEvent').enum).toEqual(types);
    expect(named('WebhookTest').properties?.event_type?.anyOf).toEqual([
      { $ref: '#/components/schemas/TestableEvent' },
      { type: 'null' },
    ]);
    expect(named('Webhook').properties?.events?.items).toEqual({
      $ref: '#/components/schemas/SubscribedEvent',
    });
    expect(named('WebhookCreate').properties?.events?.items).toEqual({
      $ref: '#/components/schemas/SubscribableEvent',
    });
  });
});

describe('the webhook deliveries', () => {
  test('every delivery has the three HTTP headers of Standard Webhooks', () => {
    for (const { name, parameters } of all) {
      const headers = parameters.map((parameter) => [
        parameter.name,
        parameter.in,
        parameter.required,
        parameter['x-stated'],
      ]);
      expect(headers, name).toEqual(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => [
          header,
          'header',
          true,
          undefined,
        ]),
      );
    }
  });

  test('every delivery needs no credential, is marked as chosen by this contract, and has its own name and description', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    const tags = document().tags.map(({ name }) => name);
    expect(operations().flatMap(({ operation }) => operation.tags)).not.toContain('Events');
    for (const { name, operation } of all) {
      expect(operation.operationId, name).toMatch(/^on[A-Z][A-Za-z]*Event$/);
      expect(ids, name).not.toContain(operation.operationId);
      expect(operation.description, name).toMatch(/\.$/);
      expect(operation.security, name).toEqual([]);
      expect(operation['x-stated'], name).toBeUndefined();
      expect(tags, name).toEqual(expect.arrayContaining(operation.tags));
      // A delivery has the tag Events: with an area's tag, code generators that create one class per tag would put the
      // delivery in place of the area's operations.
      expect(operation.tags, name).toEqual(['Events']);
    }
  });

  test('the URL of a webhook endpoint may use https, and http for development', () => {
    const { url = {} } = named('WebhookCreate').properties ?? {};
    for (const good of ['https://hooks.acme.example/platform', 'http://localhost:4000/hooks']) {
      expect(faults(url, good), good).toEqual([]);
    }
    for (const bad of ['ftp://acme.example/', '/hooks', 'acme.example']) {
      expect(faults(url, bad), bad).not.toEqual([]);
    }
  });
});

test('an API key can have every scope except the scope for all tenants', () => {
  const scopes = Object.keys(document()['x-scopes'] ?? {});
  expect(named('GrantableScope').enum).toEqual(scopes.filter((scope) => scope !== 'platform:admin'));
});
