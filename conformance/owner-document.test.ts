// Tests that the suite judges a deployment by an edited document: what the edit adds, changes and removes.
import { expect, test } from 'vitest';
import { contractIdentity, document } from '../src/contract/document.ts';
import { accusedIds } from './testing/degraded-server.ts';
import { editedDocument, judgeBy, mockOf } from './testing/edited-server.ts';

const removed = (...paths: string[]) =>
  editedDocument((document) => {
    for (const path of paths) delete document.paths[path];
  });

test('what the document removes is not asked, and the run is conformant', async () => {
  const document = removed(
    '/wallet/topup',
    '/vps/{id}/reboot',
    '/support/tickets/{id}/close',
    '/dns/zones/{id}',
  );
  const report = await judgeBy(document, await mockOf(document));
  expect(accusedIds(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', reasons: [] });
  const reasons = report.results.map(({ message }) => message);
  expect(reasons).toContain('the document has no operation topUpWallet');
});

/** Limits the length of telephone numbers in requests and replies. */
const withShortPhones = editedDocument(({ components: { schemas } }) => {
  for (const name of ['Customer', 'CustomerCreate', 'CustomerUpdate'])
    Object.assign(schemas[name]?.properties?.phone ?? {}, { maxLength: 9 });
});
const only = ['customers/', 'document/'];

test('a changed constraint is judged: a deployment of the package breaks it', async () => {
  const report = await judgeBy(withShortPhones, await mockOf(), { only });
  expect(report.verdict).toBe('nonconformant');
  expect(accusedIds(report)).toContainEqual(
    expect.stringMatching(/^fail document\/replies: .*phone: .*at most 9/),
  );
});

/** Gives the reply to the creation of a customer a header, and its update another status. */
const withShard = editedDocument(({ paths, components }) => {
  const shard = { required: true, schema: { type: 'integer', maximum: 8 } };
  Object.assign(components.responses?.CustomerCreated?.headers ?? {}, { 'X-Shard': shard });
  const update = paths['/customers/{id}']?.put;
  const { 200: reply = { description: '' }, ...others } = update?.responses ?? {};
  if (update) update.responses = { ...others, 202: reply };
});

test.each([
  ['lacks the header', undefined, ['updateCustomer succeeded', 'The X-Shard header is missing']],
  ['sends a text in the header', 'x', ['updateCustomer succeeded', 'The X-Shard field must be an integer']],
  [
    'sends too large a number in the header',
    '9',
    ['updateCustomer succeeded', 'The X-Shard field must be at most 8'],
  ],
])(
  'an added header and a changed status are judged: a deployment of the package %s',
  async (_, shard, found) => {
    const self = await mockOf();
    const fetch = async (request: Request): Promise<Response> => {
      const reply = await self.fetch(request);
      if (shard !== undefined) reply.headers.set('X-Shard', shard);
      return reply;
    };
    const report = await judgeBy(withShard, { ...self, fetch }, { only });
    for (const text of found) expect(accusedIds(report)).toContainEqual(expect.stringContaining(text));
  },
);

test('a deployment that serves the edited status and header is conformant', async () => {
  const self = await mockOf(withShard);
  const fetch = async (request: Request): Promise<Response> => {
    const reply = await self.fetch(request);
    reply.headers.set('X-Shard', '3');
    return reply;
  };
  const report = await judgeBy(withShard, { ...self, fetch }, { only });
  expect(accusedIds(report)).toEqual([]);
  expect(report.contract).not.toEqual(contractIdentity());
});

test('a document without marks of provenance is judged by those of the package, and accuses nobody', async () => {
  const unmarked = JSON.parse(
    JSON.stringify(document(), (name, value) => (/^x-(stated|req)/.test(name) ? undefined : value)),
  );
  const report = await judgeBy(unmarked, await mockOf(), { only: [...only, 'orders/'] });
  expect(accusedIds(report)).toEqual([]);
  expect(report.results.find(({ id }) => id === 'orders/response-currency')?.verdict).toBe('pass');
});

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
    only: ['customers/', 'unknown-id/getCustomer'],
  });
  expect(accusedIds(report)).toEqual([]);
  expect(report.results.find(({ id }) => id === 'unknown-id/getCustomer')?.verdict).toBe('pass');
});
