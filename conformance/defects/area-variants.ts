// Lawful variants of the areas beside customers and billing: left out, answered otherwise, called otherwise, packed otherwise.

import { isObject } from '../../src/contract/is-object.ts';
import { readZip } from '../support/zip-reader.ts';
import { variant } from './define-mutant.ts';
import type { Injector, LawfulVariant, RequestMatcher } from './mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  recordsIn,
  refusal,
  removeAt,
  replaceResponse,
  setAt,
  setHeader,
  textAt,
  valueAt,
} from './response-edits.ts';
import { renameStates } from './variants.ts';
import { storedZip } from './zip-archives.ts';

const AREAS = [
  'tenants',
  'domains',
  'hosting',
  'ssl',
  'dns',
  'email',
  'vps',
  'support',
  'webhooks',
  'api-keys',
] as const;

const bundle = (p: Injector, pack: (files: (readonly [string, string])[]) => Uint8Array): void =>
  p.reply('downloadCertificate', (reply) => {
    if (!isSuccess(reply) || !(reply.raw instanceof Uint8Array)) return;
    reply.raw = pack(
      readZip(reply.raw).map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')] as const),
    );
  });

export const areaVariants: readonly LawfulVariant[] = [
  ...each(AREAS, (area) =>
    each([404, 501], (status) =>
      variant(`variant/area-missing[${area} ${status}]`, `${area} is not offered: ${status}`, (p) => {
        p.target((file) => setAt(file, 'capabilities', { [area]: false }));
        p.request(
          ({ path }) => path.startsWith(`/${area}`),
          () => refusal(status, 'NOT_OFFERED', 'There is no such path.'),
        );
      }),
    ),
  ).flat(),
  variant('variant/area-missing[three]', 'neither domains nor instances nor email are offered', (p) => {
    p.target((file) => setAt(file, 'capabilities', { domains: false, vps: false, email: false }));
    p.request(
      ({ path }) => /^\/(domains|vps|email)/.test(path),
      () => refusal(404, 'NOT_OFFERED', 'There is no such path.'),
    );
  }),
  variant('variant/renamed-states[instances]', 'other names for the states of instances', (p) =>
    renameStates(
      p,
      ['getVps', 'listVps', 'createVps', 'startVps', 'stopVps', 'rebootVps', 'resizeVps', 'terminateVps'],
      {
        provisioning: 'building',
        running: 'online',
        stopped: 'off',
        terminated: 'destroyed',
      },
    ),
  ),
  variant('variant/renamed-states[products]', 'other names for the states of products', (p) => {
    renameStates(p, ['getDomain', 'listDomains', 'registerDomain'], { pending: 'registering', active: 'ok' });
    renameStates(p, ['getCertificate', 'listCertificates', 'createCertificate'], {
      issued: 'valid',
      pending: 'processing',
    });
    renameStates(p, ['getHostingAccount', 'listHostingAccounts'], { active: 'live' });
    renameStates(p, ['getEmailService', 'listEmailServices'], { active: 'ready' });
    renameStates(p, ['getDnsZone', 'listDnsZones', 'createDnsZone'], { active: 'published' });
  }),
  variant(
    'variant/renamed-states[tickets]',
    'other names for the states of tickets, keys and tenants',
    (p) => {
      renameStates(p, ['getTicket', 'listTickets', 'createTicket', 'closeTicket'], {
        open: 'new',
        closed: 'resolved',
      });
      renameStates(p, ['getApiKey', 'listApiKeys', 'revokeApiKey'], { active: 'valid', revoked: 'disabled' });
      renameStates(p, ['getTenant', 'listTenants', 'terminateTenant'], {
        active: 'enabled',
        terminated: 'deleted',
      });
    },
  ),
  variant('variant/terminated-tenant-only-listed', 'a terminated tenant is shown in the list only', (p) => {
    const deleted = new Set<string>();
    p.reply('terminateTenant', (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
    p.reply('getTenant', (reply, { params }) => {
      if (deleted.has(params.id ?? ''))
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    });
  }),
  variant('variant/ended-unreadable[revoked gone]', 'a revoked key can no longer be read', (p) => {
    p.reply('getApiKey', (reply) => {
      if (isSuccess(reply) && valueAt(reply.json, 'status') === 'revoked')
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    });
    p.reply('listApiKeys', (reply) =>
      changeAt(reply.json, 'data', (data) =>
        Array.isArray(data) ? data.filter((row) => valueAt(row, 'status') !== 'revoked') : data,
      ),
    );
  }),
  variant('variant/ended-unreadable[ended gone]', 'a terminated instance can no longer be read', (p) =>
    p.reply('getVps', (reply) => {
      if (isSuccess(reply) && valueAt(reply.json, 'status') === 'terminated')
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    }),
  ),
  variant('variant/second-delete-200', 'deleting what one has deleted is answered 200', (p) => {
    const deleted = new Set<string>();
    p.reply(
      ['deleteDnsZone', 'deleteDnsRecord', 'deleteMailbox', 'deleteWebhook'],
      (reply, { path, bearer }) => {
        if (isSuccess(reply)) deleted.add(`${bearer} ${path}`);
        if (reply.status === 404 && deleted.has(`${bearer} ${path}`))
          replaceResponse(reply, { status: 200, json: { deleted: true }, raw: null, headers: {} });
      },
    );
  }),
  ...each(
    [
      ['createVps', 'order', 'vps'],
      ['createHostingAccount', 'service', 'account'],
      ['createCertificate', 'order', 'certificate'],
      ['registerDomain', 'order', 'domain'],
      ['createWebhook', 'tenant', 'webhook'],
      ['createTicket', 'message', 'ticket'],
      ['createTicket', 'request', 'data'],
      ['createVps', 'order', 'server'],
    ] as const,
    ([operation, beside, own]) =>
      variant(
        `variant/created-beside[${operation} ${own}]`,
        `what is created stands beside its ${beside}`,
        (p) =>
          p.reply(operation, (reply) => {
            if (!isSuccess(reply)) return;
            reply.json = { [beside]: { id: '3f0c1f0e-1111-4222-8333-444455556666' }, [own]: reply.json };
          }),
      ),
  ),
  variant(
    'variant/created-beside[whole]',
    'a mailbox, a record is answered with the whole it was added to',
    (p) =>
      p.reply(['createMailbox', 'createDnsRecord'], (reply, { params }) => {
        if (isSuccess(reply)) reply.json = { id: params.id ?? '', added: [reply.json] };
      }),
  ),
  ...each(['renewService', 'getHostingStats'] as const, (operation) =>
    variant(
      `variant/new-resource-refused[${operation}]`,
      `${operation} is refused for what is new, in words of its own`,
      (p) =>
        p.reply(operation, (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(409, 'CONFLICT', 'Not now.'));
        }),
    ),
  ),
  variant('variant/related-numbers[wallet]', 'a wallet with what it opened with before what it holds', (p) =>
    p.reply('getWallet', (reply) => {
      if (isSuccess(reply))
        reply.json = {
          opening_balance: 100,
          current_balance: valueAt(reply.json, 'balance_amount') ?? valueAt(reply.json, 'balance'),
        };
    }),
  ),
  variant('variant/related-numbers[usage]', 'the usage of a key tells what is left of the limit', (p) => {
    let left = 90;
    p.reply('getApiKeyUsage', (reply) => {
      left -= 1;
      if (isSuccess(reply)) setAt(reply.json, 'rate_limit', { remaining: left });
    });
  }),
  variant('variant/normalized-values[phone]', 'telephone numbers are written otherwise', (p) =>
    p.reply(['getCustomer', 'createCustomer', 'listCustomers', 'updateCustomer'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        changeAt(one, 'phone', (phone) =>
          typeof phone === 'string' ? phone.replace('+49', '0049 ') : phone,
        );
    }),
  ),
  variant('variant/normalized-values[quoted]', 'contents of records stand in quotes', (p) =>
    p.reply(['listDnsRecords', 'createDnsRecord', 'updateDnsRecord'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        for (const name of ['content', 'value', 'data'])
          changeAt(one, name, (text) => (typeof text === 'string' ? `"${text}"` : text));
    }),
  ),
  variant('variant/normalized-values[url]', 'addresses of endpoints end in an empty query', (p) =>
    p.reply(['getWebhook', 'createWebhook', 'listWebhooks', 'updateWebhook'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        changeAt(one, 'url', (url) => (typeof url === 'string' ? `${new URL(url).href}?` : url));
    }),
  ),
  variant(
    'variant/member-names[key name]',
    'the key of an API key is called `token`, the secret of an endpoint `signing_key`',
    (p) => {
      p.reply('createApiKey', (reply) => {
        if (!isSuccess(reply)) return;
        setAt(reply.json, 'token', valueAt(reply.json, 'key'));
        removeAt(reply.json, 'key');
      });
      p.reply('createWebhook', (reply) => {
        if (!isSuccess(reply)) return;
        setAt(reply.json, 'signing_key', valueAt(reply.json, 'secret'));
        removeAt(reply.json, 'secret');
      });
    },
  ),
  variant(
    'variant/member-names[replies]',
    'the replies of a ticket are called `messages` and hold their text as `body`',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (!isSuccess(reply) || !isObject(reply.json)) return;
        const { replies, ...rest } = reply.json;
        reply.json = {
          ...rest,
          messages: Array.isArray(replies)
            ? replies.map((one) => ({ id: valueAt(one, 'id'), body: textAt(one, 'message') }))
            : [],
        };
      }),
  ),
  variant('variant/member-names[stats]', 'usage as flat figures', (p) =>
    p.reply('getHostingStats', (reply) => {
      if (isSuccess(reply)) reply.json = { disk_usage_mb: 120, bandwidth_usage_mb: 88 };
    }),
  ),
  variant('variant/password-by-email', 'a reset password goes out by email and is not shown', (p) =>
    p.reply('resetHostingPassword', (reply) => {
      if (isSuccess(reply)) removeAt(reply.json, 'password');
    }),
  ),
  ...each(
    ['application/x-zip-compressed', 'application/zip; charset=binary', 'application/octet-stream'],
    (media) =>
      variant(`variant/file-forms[${media}]`, `the bundle labelled ${media}`, (p) =>
        p.reply('downloadCertificate', (reply) => {
          if (isSuccess(reply)) setHeader(reply, 'Content-Type', media);
        }),
      ),
  ),
  variant('variant/file-forms[folders]', 'the bundle with folders and a note, stored', (p) =>
    bundle(p, (files) =>
      storedZip([
        ['certificate/', ''],
        ...files.map(([name, content]) => [`certificate/${name}`, content] as const),
        ['README.txt', 'Install the chain first.'],
      ]),
    ),
  ),
];
