// Tests that operations which OpenAPI 3.1 allows cost nothing: parameters in every style, bodies and replies of every
// media type, paths, methods, statuses and credentials. The mock serves them, the suite asks them, they have types, and the
// client sends them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { createClientFor } from '../../client/client.ts';
import { type App, createApp } from '../../server/app.ts';
import { compose } from '../../suite/http/transport/compose.ts';
import { callTable } from '../client-text.ts';
import { packageDocument } from '../document.ts';
import type { JsonSchema, OpenApiDocument, OperationObject, ParameterObject } from '../openapi.ts';
import { type Operation, operation, operations } from '../operations.ts';
import { typesText } from '../types-text.ts';
import { deploymentDocument } from './deployment-document.ts';
import { documentedBody, documentedParameters } from './deployment-requests.ts';
import { withNamedReferences } from './named-references.ts';
import { type ReloadedDocument, reloadDocument } from './reload-document.ts';

type Sent = {
  path?: string;
  method?: string;
  body?: string | FormData | Uint8Array;
  headers?: Record<string, string>;
};
type Row = {
  path?: string;
  method?: 'get' | 'post' | 'put' | 'head' | 'options' | 'trace';
  parameters?: ParameterObject[];
  /** media type → schema of the body */
  body?: Record<string, JsonSchema>;
  reply?: Record<string, { schema?: JsonSchema; example?: unknown }>;
  more?: Partial<OperationObject>;
  /** requests with the statuses and, where it says more, the bodies of their replies */
  asks: [sent: Sent, status: number, body?: unknown][];
  types?: RegExp;
  /** what a client passes, and the path and query or the body that it sends */
  calls?: [args: object, sent: string | RegExp];
  /** what the suite sends of its own; false where it sends nothing of interest */
  suite?: RegExp;
};

const integer = { type: 'integer' } as const;
const ids = { type: 'array', items: integer, examples: [[1, 2]] };
const point = {
  type: 'object',
  required: ['x'],
  properties: { x: integer, y: { type: 'number' } },
  examples: [{ x: 1, y: 0.5 }],
};
const query = (schema: JsonSchema, more: object = {}): ParameterObject => ({
  name: 'p',
  in: 'query',
  required: true,
  schema,
  ...more,
});
const text = { type: 'string', minLength: 2 };
const form = {
  type: 'object',
  required: ['title', 'tags'],
  properties: {
    title: text,
    count: integer,
    tags: { type: 'array', items: integer },
    at: point,
    file: { type: 'string', format: 'binary' },
  },
};
const refusedMedia = (sent: string): object => ({
  error: expect.objectContaining({
    message: `The request body must be multipart/form-data, in UTF-8 where it is text, and not compressed. Sent: ${sent}.`,
  }),
});
const multipart = (count: string): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ title: 'a title', count })) data.append(name, value);
  data.append('tags', '1');
  data.append('tags', '2');
  data.append('at', new Blob(['{"x":1}'], { type: 'application/json' }));
  data.append('file', new Blob(['%PDF']), 'a.pdf');
  return data;
};
const ids3 = { ...ids, maxItems: 3 };

const rows: Record<string, Row> = {
  // Query parameters: every style, with and without explode.
  queryNumber: {
    parameters: [query({ type: 'number', multipleOf: 0.01, examples: [19.99] })],
    asks: [
      [{ path: '?p=19.99' }, 200],
      [{ path: '?p=0.005' }, 422],
    ],
    types: /p: number;/,
    calls: [{ query: { p: 19.99 } }, '?p=19.99'],
  },
  queryList: {
    parameters: [query(ids)],
    asks: [
      [{ path: '?p=1&p=2' }, 200],
      [{ path: '?p=1&p=b' }, 422],
    ],
    types: /p: number\[\];/,
    calls: [{ query: { p: [1, 2] } }, '?p=1&p=2'],
  },
  queryCommas: {
    parameters: [query(ids3, { explode: false })],
    asks: [
      [{ path: '?p=1,2,3' }, 200],
      [{ path: '?p=1,2,3,4' }, 422],
    ],
    calls: [{ query: { p: [1, 2] } }, '?p=1,2'],
  },
  queryPipes: {
    parameters: [query(ids3, { style: 'pipeDelimited', explode: false })],
    asks: [
      [{ path: '?p=1|2' }, 200],
      [{ path: '?p=1%7Cx' }, 422],
    ],
    calls: [{ query: { p: [1, 2] } }, '?p=1%7C2'],
  },
  querySpaces: {
    parameters: [query(ids3, { style: 'spaceDelimited', explode: false })],
    asks: [
      [{ path: '?p=1%202' }, 200],
      [{ path: '?p=1+x' }, 422],
    ],
    calls: [{ query: { p: [1, 2] } }, '?p=1%202'],
  },
  queryDeep: {
    parameters: [query(point, { style: 'deepObject', explode: true })],
    asks: [
      [{ path: '?p[x]=1&p%5By%5D=0.5' }, 200],
      [{ path: '?p[y]=1' }, 422],
    ],
    types: /p: \{\s*x: number;/,
    calls: [{ query: { p: { x: 1, y: 2 } } }, '?p%5Bx%5D=1&p%5By%5D=2'],
  },
  queryMembers: {
    parameters: [query(point)],
    asks: [
      [{ path: '?x=1&y=0.5' }, 200],
      [{ path: '?x=b' }, 422],
    ],
    calls: [{ query: { p: { x: 1, y: 2 } } }, '?x=1&y=2'],
  },
  queryPairs: {
    parameters: [query(point, { explode: false })],
    asks: [
      [{ path: '?p=x,1,y,2' }, 200],
      [{ path: '?p=y,2' }, 422],
    ],
    calls: [{ query: { p: { x: 1, y: 2 } } }, '?p=x,1,y,2'],
  },
  queryContent: {
    parameters: [
      { name: 'p', in: 'query', required: true, content: { 'application/json': { schema: point } } },
    ],
    asks: [
      [{ path: `?p=${encodeURIComponent('{"x":1}')}` }, 200],
      [{ path: '?p=x' }, 422],
    ],
    calls: [{ query: { p: { x: 1 } } }, '?p=%7B%22x%22%3A1%7D'],
  },
  // Parameters in headers, cookies and paths.
  headerList: {
    parameters: [
      { ...query(ids3), in: 'header', name: 'X-Ids' },
      { ...query(point), in: 'header', name: 'X-Point', explode: true, required: false },
    ],
    asks: [
      [{ headers: { 'X-Ids': '1, 2', 'X-Point': 'x=1,y=2' } }, 200],
      [{ headers: { 'X-Ids': '1,a' } }, 422],
      [{ headers: { 'X-Ids': '1', 'X-Point': 'y=2' } }, 422],
      [{}, 422],
    ],
    calls: [{ headers: { 'X-Ids': '1,2' } }, ''],
  },
  cookieNumber: {
    parameters: [{ ...query(integer), in: 'cookie', name: 'visits' }],
    asks: [
      [{ headers: { cookie: 'a=b; visits=3' } }, 200],
      [{ headers: { cookie: 'visits=many' } }, 422],
      [{}, 422],
    ],
  },
  pathMatrix: {
    path: '/made/pathMatrix/{p}/{q}/{r}',
    parameters: [
      { ...query(integer), in: 'path', style: 'matrix' },
      { ...query(ids3), in: 'path', style: 'label', explode: true, name: 'q' },
      { ...query(ids3), in: 'path', name: 'r' },
    ],
    asks: [
      [{ path: '/;p=3/.1.2/1,2' }, 200],
      [{ path: '/;p=a/.1.2/1,2' }, 404],
      [{ path: '/;p=3/.1.2/1,b' }, 404],
    ],
    calls: [{ path: { p: 3, q: [1, 2], r: [1, 2] } }, '/;p=3/.1.2/1,2'],
  },
  pathAction: {
    path: '/made/pathAction/{id}:snapshot',
    method: 'post',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 2 } }],
    asks: [
      [{ path: '/a1:snapshot' }, 200],
      [{ path: '/a1' }, 404],
    ],
    calls: [{ path: { id: 'a:b' } }, '/a%3Ab:snapshot'],
  },
  pathFile: {
    path: '/made/files/{name}.{kind}',
    parameters: ['name', 'kind'].map((name) => ({ name, in: 'path', required: true, schema: text })),
    asks: [[{ path: '/made/files/plan.json' }, 200]],
    calls: [{ path: { name: 'aa', kind: 'txt' } }, '/made/files/aa.txt'],
  },
  pathConcrete: {
    path: '/made/files/mine.json',
    asks: [[{ path: '/made/files/mine.json' }, 200, { of: 'pathConcrete' }]],
    reply: { 'application/json': { example: { of: 'pathConcrete' } } },
  },
  // Bodies.
  bodyMultipart: {
    method: 'post',
    body: { 'multipart/form-data': form },
    asks: [
      [{ body: multipart('3') }, 200],
      [{ body: multipart('many') }, 422],
      [
        { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
        400,
        refusedMedia('multipart/form-data without a boundary'),
      ],
      [
        { body: '{}', headers: { 'content-type': 'application/json' } },
        400,
        refusedMedia('application/json'),
      ],
    ],
    types: /"multipart\/form-data": \{\s*title: string;/,
    calls: [
      { body: { title: 'a title', tags: [1, 2], file: new Blob(['%PDF']) } },
      /name="tags"\s+2[\s\S]*%PDF/,
    ],
  },
  bodyForm: {
    method: 'post',
    body: { 'application/x-www-form-urlencoded': form },
    asks: [
      [{ body: 'title=a+title&tags=1&tags=2&at[x]=1', headers: FORM() }, 200],
      [{ body: 'title=a+title&tags=b', headers: FORM() }, 422],
    ],
    calls: [{ body: { title: 'a b', tags: [1, 2] } }, 'title=a%20b&tags=1&tags=2'],
  },
  bodyOctets: {
    method: 'put',
    body: { 'application/octet-stream': {} },
    asks: [
      [{ body: new Uint8Array([1, 2, 255]), headers: { 'content-type': 'application/octet-stream' } }, 200],
    ],
    calls: [{ body: new Blob(['abc']) }, 'abc'],
  },
  bodySuffix: {
    method: 'post',
    body: { 'application/merge-patch+json; charset=utf-8': point },
    asks: [
      [{ body: '{"x":1}', headers: { 'content-type': 'application/merge-patch+json' } }, 200],
      [{ body: '{"x":"a"}', headers: { 'content-type': 'application/merge-patch+json' } }, 422],
    ],
    calls: [{ body: { x: 1 } }, '{"x":1}'],
  },
  bodyChoice: {
    method: 'post',
    body: { 'text/plain': { type: 'string', maxLength: 3 }, 'application/json': point, 'image/*': {} },
    asks: [
      [{ body: '{"x":1}', headers: { 'content-type': 'application/json' } }, 200],
      [{ body: 'abc', headers: { 'content-type': 'text/plain; charset=utf-8' } }, 200],
      [{ body: 'abcd', headers: { 'content-type': 'text/plain' } }, 422],
      [{ body: 'GIF', headers: { 'content-type': 'image/gif' } }, 200],
      [{ body: 'a', headers: { 'content-type': 'audio/ogg' } }, 400],
    ],
    calls: [{ body: { x: 1 } }, '{"x":1}'],
  },
  bodyDirections: {
    method: 'post',
    body: { 'application/json': { $ref: '#/components/schemas/Directed' } },
    reply: { 'application/json': { schema: { $ref: '#/components/schemas/Directed' } } },
    asks: [
      [{ body: '{"secret":"s3cret"}', headers: { 'content-type': 'application/json' } }, 200, { id: 'x1' }],
      [{ body: '{}', headers: { 'content-type': 'application/json' } }, 422],
    ],
    types: /DirectedRequest = \{[^}]{0,120}id\?: string;\s*secret: string;/,
    calls: [{ body: { secret: 's3cret' } }, '{"secret":"s3cret"}'],
  },
  // Replies.
  replyChoice: {
    reply: { 'text/csv': { example: 'a,b' }, 'application/json': { example: { a: 'b' } } },
    asks: [
      [{}, 200, { a: 'b' }],
      [{ headers: { accept: 'text/csv' } }, 200, 'a,b'],
      [{ headers: { accept: 'text/csv;q=0.5, application/json' } }, 200, { a: 'b' }],
    ],
  },
  replyAny: { reply: { '*/*': { example: { a: 'b' } } }, asks: [[{}, 200, { a: 'b' }]] },
  replySuffix: {
    reply: { 'application/hal+json': { schema: point } },
    asks: [[{}, 200, { x: 1, y: 0.5 }]],
  },
  replyText: {
    reply: { 'text/plain': { schema: { type: 'string', examples: ['a text'] } } },
    asks: [[{}, 200, 'a text']],
  },
  replyDefault: {
    more: {
      responses: { default: { description: 'x', content: { 'application/json': { example: { a: 1 } } } } },
    },
    asks: [[{}, 200, { a: 1 }]],
  },
  replyClass: {
    more: {
      responses: { '2XX': { description: 'x', content: { 'application/json': { example: { a: 1 } } } } },
    },
    asks: [[{}, 200, { a: 1 }]],
  },
  replyRedirect: {
    more: {
      responses: {
        302: { description: 'x', headers: { Location: { schema: { type: 'string', format: 'uri' } } } },
      },
    },
    asks: [[{}, 302]],
    calls: [{}, ''],
  },
  // Methods and credentials.
  methodHead: { method: 'head', asks: [[{}, 200]] },
  methodOptions: { method: 'options', asks: [[{}, 200]] },
  securityOptional: {
    more: { security: [{}, { bearerAuth: [] }] },
    asks: [[{ headers: { authorization: '' } }, 200]],
  },
  securityKey: {
    more: { security: [{ key: [] }, { basic: [] }] },
    asks: [
      [{ headers: { authorization: '', 'X-Key': 'owner' } }, 200],
      [{ headers: { authorization: '', 'X-Key': 'nobody' } }, 401],
      [{ headers: { authorization: 'basic' } }, 200],
      [{ headers: { authorization: '' } }, 401],
    ],
  },
};

function FORM(): Record<string, string> {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}

// Returns the package's document with the operations of all rows.
function editedDocument(): OpenApiDocument {
  const edited = structuredClone(packageDocument());
  edited.components.schemas.Directed = {
    type: 'object',
    required: ['id', 'secret'],
    properties: {
      id: { type: 'string', readOnly: true, examples: ['x1'] },
      secret: { type: 'string', writeOnly: true },
    },
  };
  Object.assign(edited.components.securitySchemes ?? {}, {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    basic: { type: 'http', scheme: 'basic' },
  });
  const refusals = { 422: { $ref: '#/components/responses/UnprocessableContent' } };
  for (const [id, row] of Object.entries(rows)) {
    const { path = `/made/${id}`, method = 'get', parameters, body, reply, more } = row;
    const content =
      body && Object.fromEntries(Object.entries(body).map(([media, schema]) => [media, { schema }]));
    edited.paths[path] = {
      [method]: {
        operationId: id,
        summary: id,
        description: id,
        tags: [],
        security: [{ bearerAuth: [] }],
        ...(parameters && { parameters }),
        ...(content && { requestBody: { required: true, content } }),
        responses: { 200: { description: 'x', ...(reply && { content: reply }) }, ...refusals },
        ...more,
      },
    };
  }
  return edited;
}

let reloaded: ReloadedDocument;
let app: App<never>;
let types: string;
beforeAll(() => {
  reloaded = reloadDocument(editedDocument(), deploymentDocument);
  app = createApp(hostingMock, { clock: 'frozen' }) as never;
  app.followContract();
  types = typesText(withNamedReferences(editedDocument(), true));
}, 60_000);
afterAll(async () => {
  reloaded.undo();
  await app.close();
});

const base = 'http://mock/v1';
const token = (): string => app.personas.owner?.token ?? '';
const place = (id: string): string => rows[id]?.path?.replace(/\/\{.*/, '') ?? `/made/${id}`;

async function ask(id: string, { path = '', method, body, headers = {} }: Sent) {
  const credentials: Record<string, string> = { owner: token(), nobody: 'x' };
  const own = { authorization: `Bearer ${token()}`, ...headers };
  if (own.authorization === 'basic') own.authorization = `Basic ${btoa(`user:${token()}`)}`;
  if (own.authorization === '') Reflect.deleteProperty(own, 'authorization');
  if (headers['X-Key']) Object.assign(own, { 'X-Key': credentials[headers['X-Key']] });
  const target = path.startsWith('/made') ? path : place(id) + path;
  const reply = await app.fetch(
    new Request(base + target, {
      method: (method ?? rows[id]?.method ?? 'get').toUpperCase(),
      headers: own,
      ...(body !== undefined && { body: body as string }),
    }),
  );
  const shown = await reply.text();
  return [reply.status, /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(shown) : shown];
}

// A client of the edited document, whose requests the mock answers.
function clientOf(seen: (request: Request) => void) {
  const table = callTable(operations).replace(/^export const calls = |as const;\s*$/g, '');
  const calls = new Function(`return ${table}`)() as Record<string, string>;
  return createClientFor<never>(calls as never, {
    baseUrl: base,
    credential: { token: token() },
    retries: 0,
    fetch: (request) => {
      seen(request.clone());
      return app.fetch(request);
    },
  }) as unknown as Record<string, (args: object) => Promise<unknown>>;
}

describe.each(Object.entries(rows))('%s', (id, { asks, types: typed, calls }) => {
  test('is served, asked, typed and called', async () => {
    for (const [sent, status, body] of asks) {
      const [found, shown] = await ask(id, sent);
      expect([sent, found]).toEqual([sent, status]);
      if (body !== undefined) expect(shown).toEqual(body);
    }
    expect((typed ?? RegExp(`\\b${id}: \\{`)).test(types)).toBe(true);
    const op: Operation = operation(id as never);
    // The suite: what the document shows, with a token in the place of the credential.
    const { params, query, headers } = documentedParameters(op);
    const { url, ...sent } = compose(base, op.id, { params, query, headers }, `Bearer ${token()}`, {});
    if (op.body === null)
      expect((await app.fetch(new Request(url, { method: sent.method, headers: sent.headers }))).status).toBe(
        op.success,
      );
    else if (id !== 'bodyOctets') expect(documentedBody(op)).toEqual(expect.any(Object));
    if (calls === undefined) return;
    const [args, written] = calls;
    let request: Request | undefined;
    await clientOf((one) => {
      request = one;
    })[id]?.(args);
    const body = await request?.text();
    const shown = body ? body : (request?.url.slice(base.length + place(id).length) ?? '');
    if (typeof written === 'string' && written.startsWith('/made')) expect(request?.url).toBe(base + written);
    else if (typeof written === 'string') expect(shown).toBe(written);
    else expect(shown).toMatch(written);
  });
});
