// Tests that the suite judges a deployment by an edited document: what the edit adds, changes and removes.
import { expect, test, vi } from 'vitest';
import { editedDocument, judgeBy, mockOf } from '../bin/testing/edited-server.ts';
import { contractIdentity, document } from '../src/contract/document.ts';
import type { JsonSchema, OpenApiDocument } from '../src/contract/openapi.ts';
import type { RateLimitSet } from '../src/contract/policies.ts';
import type { SelfTarget } from '../src/suite/cli/run-and-report.ts';
import type { Report } from '../src/suite/run/conform.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { accusedIds } from './testing/degraded-server.ts';

/**
 * Allows no digits in family names and nine digits in telephone numbers of replies; gives the reply to the creation of a
 * customer a header, and its update another status.
 */
const stricter = editedDocument(({ paths, components: { responses, schemas } }) => {
  for (const name of ['Customer', 'CustomerCreate', 'CustomerUpdate'])
    Object.assign(schemas[name]?.properties?.last_name ?? {}, { pattern: '^[^0-9]+$' });
  Object.assign(schemas.Customer?.properties?.phone ?? {}, { maxLength: 9 });
  const shard = { required: true, schema: { type: 'integer', maximum: 8 } };
  Object.assign(responses?.CustomerCreated?.headers ?? {}, { 'X-Shard': shard });
  const update = paths['/customers/{id}']?.put;
  const { 200: reply = { description: '' }, ...others } = update?.responses ?? {};
  if (update) update.responses = { ...others, 202: reply };
});
const only = ['customers/', 'document/', 'validation/createCustomer', 'validation/updateCustomer'];

/** Runs the suite by `stricter` on a mock whose replies have the header, if a text is given. */
async function judgeWithShard(self: SelfTarget, shard?: string): Promise<Report> {
  const fetch = async (request: Request): Promise<Response> => {
    const reply = await self.fetch(request);
    if (shard !== undefined) reply.headers.set('X-Shard', shard);
    return reply;
  };
  return judgeBy(stricter, { ...self, fetch }, { only });
}

if (whole)
  test('changed constraints, an added header and a changed status are judged: a deployment of the package breaks them', async () => {
    const accused = accusedIds(await judgeWithShard(await mockOf()));
    for (const finding of [
      /^fail validation\/createCustomer\/last_name\/document-0: it was accepted/,
      /^fail document\/replies: .*phone: .*at most 9/,
      /updateCustomer succeeded/,
      /The X-Shard header is missing/,
    ])
      expect(accused).toContainEqual(expect.stringMatching(finding));
  });

test.each([
  ['a text', 'x', 'must be an integer'],
  ['too large a number', '9', 'must be at most 8'],
])('%s in an added header is reported', async (_, shard, found) => {
  const report = await judgeWithShard(await mockOf(), shard);
  expect(accusedIds(report)).toContainEqual(expect.stringContaining(`The X-Shard field ${found}`));
});

if (whole)
  test('a deployment of the edited document is conformant', async () => {
    const report = await judgeWithShard(await mockOf(stricter), '3');
    expect(accusedIds(report)).toEqual([]);
    expect(report.results.find(({ id }) => id === 'customers/create')?.verdict).toBe('pass');
    expect(report.contract).not.toEqual(contractIdentity());
  });

if (whole)
  test('a document without marks of provenance is judged by those of the package, without a finding', async () => {
    const unmarked = JSON.parse(
      JSON.stringify(document(), (name, value) => (/^x-(stated|req)/.test(name) ? undefined : value)),
    );
    const report = await judgeBy(unmarked, await mockOf(), { only: [...only, 'orders/'] });
    expect(accusedIds(report)).toEqual([]);
    expect(report.results.find(({ id }) => id === 'orders/response-currency')?.verdict).toBe('pass');
  });

if (whole)
  test('the document names another operation id and path: the checks of the package ask it all the same', async () => {
    const renamed = editedDocument(({ paths }) => {
      const { '/customers/{id}': item = {} } = paths;
      delete paths['/customers/{id}'];
      Object.assign(item.get ?? {}, { operationId: 'fetchCustomer' });
      for (const one of [item, item.get, item.put, item.delete])
        if (one?.parameters)
          one.parameters = one.parameters.map((parameter) =>
            JSON.stringify(parameter).includes('Id"')
              ? { name: 'customer', in: 'path', required: true, schema: { type: 'string' } }
              : parameter,
          );
      paths['/customers/{customer}'] = item;
    });
    const report = await judgeBy(renamed, await mockOf(renamed), {
      only: ['customers/get', 'customers/update', 'unknown-id/getCustomer'],
    });
    expect(accusedIds(report)).toEqual([]);
    expect(report.results.find(({ id }) => id === 'unknown-id/getCustomer')?.verdict).toBe('pass');
  });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problemDetails = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const reply = (description: string, schema?: JsonSchema) => ({
  description,
  ...(schema && { content: { 'application/json': { schema } } }),
});

/**
 * Adds the snapshots of instances (list, create, get, delete), removes other operations, and changes a list of values,
 * parameters, roles and idempotency.
 */
const edited = editedDocument(({ paths, components: { schemas } }) => {
  for (const path of ['/wallet/topup', '/vps/{id}/reboot', '/support/tickets/{id}/close', '/dns/zones/{id}'])
    delete paths[path];
  const { enum: cycles = [] } = schemas.BillingCycle ?? {};
  Object.assign(schemas.BillingCycle ?? {}, {
    enum: [...cycles.filter((one) => one !== '9_year'), 'weekly'],
  });
  const channel = { required: true, schema: { type: 'string', enum: ['web', 'api'] } };
  const create = paths['/customers']?.post;
  paths['/orders']?.get?.parameters?.push({ name: 'channel', in: 'query', ...channel });
  if (create)
    create.parameters = [...(create.parameters ?? []), { name: 'X-Channel', in: 'header', ...channel }];
  Object.assign(paths['/services/{id}/suspend']?.post ?? {}, { 'x-roles': ['platform_admin'] });
  delete paths['/orders']?.post?.['x-idempotency'];
  const name = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$' };
  Object.assign(schemas, {
    Snapshot: {
      type: 'object',
      required: ['id', 'name', 'size_gb', 'created_at'],
      properties: {
        id: ref('Uuid'),
        name,
        size_gb: { type: 'integer', minimum: 1, maximum: 4096 },
        created_at: ref('Timestamp'),
      },
    },
    SnapshotCreate: {
      type: 'object',
      required: ['name', 'size_gb'],
      properties: { name, size_gb: { type: 'integer', minimum: 1, maximum: 4096 } },
    },
    SnapshotPage: {
      type: 'object',
      required: ['data', 'meta', 'links'],
      properties: {
        data: { type: 'array', items: ref('Snapshot') },
        meta: ref('PageMeta'),
        links: ref('PageLinks'),
      },
    },
  });
  const security = [{ bearerAuth: ['services:read'] }];
  const operation = (operationId: string, responses: object, more: object = {}) => ({
    operationId,
    summary: operationId,
    description: operationId,
    tags: ['Services'],
    security,
    responses: { ...responses, 401: { $ref: '#/components/responses/Unauthorized' } },
    ...more,
  });
  const notFound = { 404: { $ref: '#/components/responses/NotFound' } };
  const requestBody = { required: true, content: { 'application/json': { schema: ref('SnapshotCreate') } } };
  Object.assign(paths, {
    '/snapshots': {
      get: operation('listSnapshots', { 200: reply('The snapshots.', ref('SnapshotPage')) }),
      post: operation(
        'createSnapshot',
        { 201: reply('The new snapshot.', ref('Snapshot')) },
        { requestBody, 'x-idempotency': { tier: 'B' } },
      ),
    },
    '/snapshots/{snapshot}': {
      parameters: [{ name: 'snapshot', in: 'path', required: true, schema: ref('Uuid') }],
      get: operation('getSnapshot', { 200: reply('The snapshot.', ref('Snapshot')), ...notFound }),
      delete: operation('deleteSnapshot', { 204: reply('It is deleted.'), ...notFound }),
    },
  });
});

type Snapshot = { id: string; name: string; size_gb: number; created_at: string };
/** A fault of the server: changes the reply to a request, whose snapshot may belong to another caller. */
type Fault = (call: {
  request: Request;
  status: number;
  body: Partial<Snapshot>;
  isForeign: boolean;
  isReplay: boolean;
}) => [status: number, body: object] | undefined;

/** Adds to a mock, whose generated replies keep nothing, the snapshots that each caller has created. */
function keepingSnapshots(self: SelfTarget, fault: Fault = () => undefined): SelfTarget {
  const kept = new Map<string, { caller: string | null; snapshot: Snapshot }>();
  const replayed = new Map<string, Snapshot>();
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/v1', '');
    const reply = await self.fetch(request.clone());
    if (!path.startsWith('/snapshots')) return reply;
    const headers = new Headers(reply.headers);
    for (const name of ['content-length', 'x-mock-generated']) headers.delete(name);
    headers.set('content-type', 'application/json');
    const caller = request.headers.get('authorization');
    const id = path.split('/')[2] ?? '';
    const isOwn = kept.get(id)?.caller === caller;
    const key = `${caller} ${request.headers.get('idempotency-key') ?? crypto.randomUUID()}`;
    const text = await reply.text();
    const isReplay = replayed.has(key);
    let [status, body] = [reply.status, text === '' ? {} : JSON.parse(text)];
    if (status < 300 && id !== '' && !isOwn)
      [status, body] = [
        404,
        { error: { code: 'NOT_FOUND', message: 'There is no such snapshot.', errors: {} } },
      ];
    else if (status < 300 && request.method === 'POST') {
      body = replayed.get(key) ?? { ...body, ...JSON.parse(await request.text()), id: crypto.randomUUID() };
      replayed.set(key, body);
      kept.set(body.id, { caller, snapshot: body });
    } else if (status < 300 && request.method === 'DELETE') kept.delete(id);
    else if (status < 300)
      body =
        id === ''
          ? {
              ...body,
              data: [...kept.values()].filter((one) => one.caller === caller).map(({ snapshot }) => snapshot),
            }
          : kept.get(id)?.snapshot;
    [status, body] = fault({ request, status, body, isForeign: kept.has(id) && !isOwn, isReplay }) ?? [
      status,
      body,
    ];
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  };
  return { ...self, fetch };
}

const made: Snapshot = { id: crypto.randomUUID(), name: 'x', size_gb: 1, created_at: '2026-11-20T08:00:00Z' };
const faults: [title: string, found: RegExp, fault: Fault][] = [
  [
    'creates with 200',
    /^document\/statuses$/,
    ({ status, body }) => (status === 201 ? [200, body] : undefined),
  ],
  [
    'leaves a required member out',
    /^document\/replies$/,
    ({ request, status, body: { size_gb: _, ...body } }) =>
      status < 300 && request.method !== 'DELETE' && body.id ? [status, body] : undefined,
  ],
  [
    'lists without a credential',
    /^authentication\/missing\/listSnapshots$/,
    ({ status, request }) =>
      status === 401 && new URL(request.url).pathname.endsWith('/snapshots') && request.method === 'GET'
        ? [200, { data: [], meta: { page: 1, per_page: 25, total: 0, total_pages: 0 }, links: {} }]
        : undefined,
  ],
  [
    'shows a snapshot that does not exist or belongs to another tenant',
    /^(unknown-id|isolation)\/getSnapshot$/,
    ({ status, request }) => (status === 404 && request.method === 'GET' ? [200, made] : undefined),
  ],
  [
    'deletes what belongs to another tenant',
    /^isolation\/deleteSnapshot$/,
    ({ request, isForeign }) => (isForeign && request.method === 'DELETE' ? [204, {}] : undefined),
  ],
  [
    'takes invalid members',
    /^validation\/createSnapshot\/(name|size_gb)/,
    ({ status }) => (status === 422 ? [201, { ...made, id: crypto.randomUUID() }] : undefined),
  ],
  [
    'creates another one for a replay',
    /^document\/createSnapshot\/replay$/,
    ({ body, isReplay }) => (isReplay ? [201, { ...body, id: crypto.randomUUID() }] : undefined),
  ],
  [
    'has no such operation',
    /^document\/getSnapshot$/,
    ({ request, body }) => (request.method === 'GET' ? [405, body] : undefined),
  ],
];
/** The checks of what every operation of the document is asked; in `npm test` those of the added and changed operations. */
const family = whole
  ? ['document/', 'authentication/', 'unknown-id/', 'isolation/', 'validation/', 'limits/']
  : [
      'document/',
      ...['list', 'create', 'get', 'delete'].flatMap((verb) =>
        ['authentication/missing', 'unknown-id', 'isolation'].map((check) => `${check}/${verb}Snapshot`),
      ),
      ...['createSnapshot', 'createCustomer', 'createOrder'].flatMap((operation) => [
        `validation/${operation}`,
        `validation/unusable-body/${operation}`,
      ]),
      'validation/billing-cycle',
    ];

/** The run on the deployment of the edited document, which several tests read. */
let run: Promise<Report> | undefined;
const wholeRun = async (): Promise<Report> => {
  const areas = ['customers/', 'dns/zone', 'idempotency/', 'orders/', 'services/suspend', 'support/'];
  const only = whole ? [] : [...family, ...areas];
  run ??= judgeBy(edited, keepingSnapshots(await mockOf(edited)), { only });
  return run;
};

test('the deployment of an edited document is conformant: required parameters, other roles and idempotency are those of the document', async () => {
  const report = await wholeRun();
  expect(accusedIds(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', reasons: [] });
  // Only what the document takes back stays.
  const left = report.cleanup.leftovers.map(({ operation }) => operation);
  expect([...new Set(left)].sort()).toEqual(['closeTicket', 'deleteDnsZone']);
});

test('what the document removes is not asked, and requests that it allows are not expected to be refused', async () => {
  const { results } = await wholeRun();
  expect(results.map(({ message }) => message)).toContain('the document has no operation topUpWallet');
  const refusal = results.find(({ id }) => id === 'validation/billing-cycle');
  expect(refusal?.message).toMatch(/^the document allows this items.0.billing_cycle of createOrder/);
});

test('an added family of operations is judged by the generated checks', async () => {
  const { results } = await wholeRun();
  const passed = results.filter(({ id, verdict }) => /Snapshot/.test(id) && verdict === 'pass');
  expect(passed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...['list', 'create', 'get', 'delete'].flatMap((verb) => [
        `document/${verb}Snapshot${verb === 'list' ? 's' : ''}`,
        `authentication/missing/${verb}Snapshot${verb === 'list' ? 's' : ''}`,
      ]),
      'document/createSnapshot/replay',
      'unknown-id/getSnapshot',
      'isolation/getSnapshot',
      'isolation/deleteSnapshot',
      'validation/unusable-body/createSnapshot/refused',
    ]),
  );
});

test.each(sampled(faults, 1))(
  'a server of the added family is nonconformant that %s',
  async (_, found, fault) => {
    const report = await judgeBy(edited, keepingSnapshots(await mockOf(edited), fault), {
      only: family,
    });
    const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toContainEqual(expect.stringMatching(found));
  },
);

test('a mock that generates the replies of the added family, and keeps nothing, is not accused', async () => {
  const report = await judgeBy(edited, await mockOf(edited), { only: family });
  expect(accusedIds(report)).toEqual([]);
});

/** Halves the limits, and removes a transition of a lifecycle. */
const narrower = editedDocument((document) => {
  const { sets } = document['x-rate-limits'] ?? {};
  const { tiers = {}, chosen } = structuredClone(sets?.A ?? {}) as RateLimitSet & { chosen: RateLimitSet };
  const half = (figures: Record<string, number>) =>
    Object.fromEntries(Object.entries(figures).map(([tier, limit]) => [tier, limit / 2]));
  Object.assign(sets?.A ?? {}, {
    tiers: half(tiers),
    chosen: { tiers: half(chosen.tiers), auth: chosen.auth / 2 },
  });
  const states = document.components.schemas.VpsStatus ?? {};
  states['x-state-machine'] = (states['x-state-machine'] ?? []).filter(
    ({ from, on }) => from !== 'running' || on !== 'reboot',
  );
});

if (whole)
  test('halved limits and a removed transition are judged: a deployment of the package is reported, and one of the document is not', async () => {
    const more = whole ? ['authentication/missing/', 'unknown-id/'] : [];
    const only = ['document/', 'limits/', 'auth/', 'tenants/', 'vps/', ...more];
    const packaged = accusedIds(await judgeBy(narrower, await mockOf(), { only }));
    for (const finding of [
      /^fail document\/limits: /,
      /^fail document\/auth-limits: /,
      /^fail document\/transitions: rebootVps succeeded in the state running/,
    ])
      expect(packaged).toContainEqual(expect.stringMatching(finding));
    const edited = await judgeBy(narrower, await mockOf(narrower), { only });
    expect(accusedIds(edited)).toEqual([]);
    expect(edited.results.find(({ id }) => id === 'vps/reboot')).toMatchObject({
      verdict: 'not-applicable',
      message: 'the document changes the transitions of rebootVps',
    });
  });

if (whole)
  test('conform() takes the document as an option, and one process judges by one document', async () => {
    const { config, fetch, clock } = await mockOf();
    vi.resetModules();
    const { conform, plan } = await import('../entry/conformance.ts');
    const run = { target: config, fetch, clock, seed: 7, only: ['document/', 'customers/'] };
    const withoutCustomer = editedDocument(({ paths }) => delete paths['/customers/{id}']);
    const report = await conform({ ...run, openapi: withoutCustomer });
    expect(report.results.find(({ id }) => id === 'customers/get')?.message).toBe(
      'the document has no operation getCustomer',
    );
    await expect(plan(run)).rejects.toThrow('One process judges by one document');
    const broken = editedDocument((document) => {
      document['x-rate-limits'] = { window_seconds: 60, sets: {} };
    });
    await expect(conform({ ...run, openapi: broken })).rejects.toThrow(/^x-rate-limits\.sets\.A/);
    await expect(conform({ ...run, openapi: 'no such file.json' })).rejects.toThrow(
      /no such file\.json cannot be read/,
    );
  });

test('a document of another API is answered from its examples and schemas, and judged by them alone', async () => {
  const planet = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 2 } },
  };
  const replies = {
    200: reply('A planet.', planet),
    404: { description: 'x', content: { 'application/problem+json': { schema: problemDetails } } },
    default: { description: 'x', content: { 'application/problem+json': { schema: problemDetails } } },
  };
  const listOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
    type: 'object',
    required: ['data'],
    properties: {
      data: { type: 'array', minItems: 1, items: { type: 'object', required: ['id'], properties } },
    },
  });
  const planets = {
    openapi: '3.1.1',
    info: { title: 'Planets', version: '1' },
    paths: {
      // The package has an operation of this name, and one of this method and path.
      '/customers': {
        post: {
          operationId: 'createCustomer',
          requestBody: { content: { 'application/json': { schema: planet } } },
          responses: replies,
        },
      },
      '/planets/{planet-id}': {
        parameters: [{ name: 'planet-id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { security: [{ key: [] }], responses: replies },
        put: { responses: { 204: { description: 'x' } } },
      },
      // The ids of its list are none that its path allows.
      '/moons': {
        get: { responses: { 200: reply('Moons.', listOf({ id: { type: 'string', const: 'm-1' } })) } },
      },
      '/moons/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        get: { responses: replies },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
  } as unknown as OpenApiDocument;
  const self = await mockOf(planets);
  const missing = await self.fetch(new Request('http://127.0.0.1/v1/planets/x?key=1'));
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(await missing.json()).toMatchObject({ title: expect.stringContaining('not found') });
  const report = await judgeBy(planets, self);
  expect(accusedIds(report)).toEqual([]);
  expect(report.results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'document/POST /customers',
      'document/GET /planets/{planet-id}',
      'document/replies',
    ]),
  );
  const fetch = async (): Promise<Response> => Response.json({ id: 'x', name: 'Mars' });
  expect(accusedIds(await judgeBy(planets, { ...self, fetch }))).toContainEqual(
    expect.stringMatching(/^fail document\/replies: .*id/),
  );
});
