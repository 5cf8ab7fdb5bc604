// Lawful variants of idempotent replays, actions and deletions.
import { variant } from '../define-mutant.ts';
import {
  changeAt,
  dropHeader,
  each,
  header,
  isSuccess,
  refusal,
  removeAt,
  replaceResponse,
  valueAt,
} from '../edits/response-edits.ts';
import type { ClientRequest, LawfulVariant, RequestMatcher, ResponseEdit } from '../mutant.ts';

const ACTIONS: RequestMatcher = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'replaceDomainNameservers',
  'renewDomain',
  'resetHostingPassword',
  'renewCertificate',
  'reissueCertificate',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'closeTicket',
  'testWebhook',
];

const DELETES: RequestMatcher = [
  'deactivateCustomer',
  'cancelSubscription',
  'terminateTenant',
  'deleteDnsZone',
  'deleteDnsRecord',
  'deleteMailbox',
  'terminateVps',
  'deleteWebhook',
  'revokeApiKey',
];

const UPDATES: RequestMatcher = ['updateCustomer', 'updateTenant', 'updateWebhook', 'updateDnsRecord'];

const MONEY: RequestMatcher = ['createOrder', 'createPayment', 'topUpWallet'];

export const variantsActions: readonly LawfulVariant[] = [
  ...each(
    [
      [
        '200',
        (reply: ResponseEdit) => {
          reply.status = 200;
        },
      ],
      ['without header', (reply: ResponseEdit) => dropHeader(reply, 'Idempotent-Replayed')],
      [
        '200 without header',
        (reply: ResponseEdit) => {
          reply.status = 200;
          dropHeader(reply, 'Idempotent-Replayed');
        },
      ],
    ] as const,
    ([label, edit]) =>
      variant(`variant/replay-answer[${label}]`, `a replay answered ${label}`, (p) =>
        p.reply(MONEY, (reply) => {
          if (isSuccess(reply) && header(reply, 'Idempotent-Replayed') !== undefined) edit(reply);
        }),
      ),
  ),
  ...each([409, 400], (status) =>
    variant(`variant/reused-key[${status}]`, `the same key with another body is answered ${status}`, (p) =>
      p.reply(MONEY, (reply) => {
        if (valueAt(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
          replaceResponse(reply, refusal(status, 'KEY_REUSED', 'Another body.'));
      }),
    ),
  ),
  variant('variant/reused-key[original]', 'the same key with another body is given the first answer', (p) => {
    const stored = new Map<string, ResponseEdit>();
    p.reply(MONEY, (reply, request) => {
      const key = `${request.bearer} ${request.operation} ${request.headers['idempotency-key']}`;
      if (isSuccess(reply)) stored.set(key, structuredClone(reply));
      const first = stored.get(key);
      if (first && valueAt(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
        replaceResponse(reply, structuredClone(first));
    });
  }),
  ...each([409, 429], (status) =>
    variant(
      `variant/parallel-replay-refused[${status}]`,
      `a twin that arrives while the first is running is answered ${status}`,
      (p) => {
        const running = new Set<string>();
        const mine = new WeakSet<ClientRequest>();
        p.request(MONEY, (_edit, request) => {
          const key = request.headers['idempotency-key'];
          if (key === undefined) return undefined;
          const name = `${request.bearer} ${key}`;
          if (running.has(name))
            return {
              ...refusal(status, 'IN_FLIGHT', 'The first is still running.'),
              headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
            };
          running.add(name);
          mine.add(request);
          return undefined;
        });
        p.yieldBefore(MONEY);
        p.reply(MONEY, (_reply, request) => {
          if (mine.has(request)) running.delete(`${request.bearer} ${request.headers['idempotency-key']}`);
        });
      },
    ),
  ),
  variant('variant/action-answers[empty]', 'actions are answered 200 with an empty object', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('variant/action-answers[201]', 'actions are answered 201', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.status = 201;
    }),
  ),
  variant('variant/delete-answers[empty]', 'DELETE is answered 200 with an empty object', (p) =>
    p.reply(DELETES, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('variant/delete-answers[204]', 'DELETE is answered 204', (p) =>
    p.reply(DELETES, (reply) => {
      if (!isSuccess(reply)) return;
      reply.status = 204;
      reply.raw = '';
      dropHeader(reply, 'Content-Type');
    }),
  ),
  variant('variant/deactivated-unreadable', 'a deactivated customer can no longer be read', (p) => {
    const deleted = new Set<string>();
    p.reply('deactivateCustomer', (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
    p.reply(['getCustomer', 'updateCustomer', 'listCustomerServices'], (reply, { params }) => {
      if (deleted.has(params.id ?? ''))
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    });
    p.reply('listCustomers', (reply) =>
      changeAt(reply.json, 'data', (data) =>
        Array.isArray(data) ? data.filter((row) => valueAt(row, 'status') === 'active') : data,
      ),
    );
  }),
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
  variant('variant/terminated-tenant-hidden', 'a terminated tenant is no longer shown by the API', (p) => {
    const deleted = new Set<string>();
    p.reply('terminateTenant', (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
    p.reply(
      ['getTenant', 'updateTenant', 'terminateTenant', 'getTenantUsage'],
      (reply, { params, operation }) => {
        if (deleted.has(params.id ?? '') && !(operation === 'terminateTenant' && isSuccess(reply)))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      },
    );
    p.reply('listTenants', (reply) =>
      changeAt(reply.json, 'data', (data) =>
        Array.isArray(data) ? data.filter((row) => !deleted.has(String(valueAt(row, 'id')))) : data,
      ),
    );
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
  variant('variant/update-repeats-request', 'the reply to an update holds nothing but the request', (p) =>
    p.reply(UPDATES, (reply, request) => {
      if (isSuccess(reply)) reply.json = { received: request.json };
    }),
  ),
  variant(
    'variant/tenant-read-forbidden',
    'a platform admin lists and changes tenants, but reads none',
    (p) =>
      p.reply('getTenant', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(403, 'FORBIDDEN', 'Use the list.'));
      }),
  ),
  variant('variant/password-by-email', 'a reset password goes out by email and is not shown', (p) =>
    p.reply('resetHostingPassword', (reply) => {
      if (isSuccess(reply)) removeAt(reply.json, 'password');
    }),
  ),
  ...each(['renewService', 'getHostingStats'] as const, (operation) =>
    variant(
      `variant/new-resource-refused[${operation}]`,
      `${operation} is refused for a new resource, with a code of the server`,
      (p) =>
        p.reply(operation, (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(409, 'CONFLICT', 'Not now.'));
        }),
    ),
  ),
];
