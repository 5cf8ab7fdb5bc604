// Planted faults: domains, hosting accounts, certificates, DNS and email.

import { repeatsFirstCreation } from './response-edits.ts';
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';
import { acceptsInvalid, acceptsMissing } from './request-edits.ts';
import {
  changeAt,
  changeMembers,
  each,
  isInvalid,
  isSuccess,
  refusal,
  removeAt,
  replaceResponse,
  serverError,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from './response-edits.ts';

/** Fails on names that are not in small ASCII letters. */
const failsOnNonAscii = (p: Injector, where: OperationId): void =>
  p.request(where, (_asking, { text, bearer }) =>
    bearer !== null && /[^\s -~]/.test(text) ? serverError() : undefined,
  );


/** Leaves the replay of a purchase unnoticed: a second one under another name. */
function ignoresReplay(p: Injector, where: OperationId, member: string | null): void {
  const seen = new Set<string>();
  const again = new WeakSet<ClientRequest>();
  p.skip('replay', where);
  p.skip('remember', where);
  p.request(where, (change, request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (seen.has(key)) {
      again.add(request);
      if (member !== null && isObject(change.json))
        change.json[member] = textAt(change.json, member).replace('.', '-two.');
    }
    seen.add(key);
    return undefined;
  });
}

export const products: readonly Mutant[] = [
  chosen(
    'domains/registered-shown-free',
    'a domain that was just registered is said to be free',
    'domains/registered-is-taken',
    'domains/registered-is-not-free',
    (p) =>
      p.reply('checkDomain', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'available', () => true);
      }),
  ),
  chosen(
    'domains/registered-twice',
    'a domain is registered twice',
    'domains/registered-is-taken',
    'domains/registered-once',
    (p) => {
      const done = new Map<string, ResponseEdit>();
      p.reply('registerDomain', (reply, { json }) => {
        const name = textAt(json, 'domain');
        if (isSuccess(reply)) done.set(name, structuredClone(reply));
        const before = done.get(name);
        if (isInvalid(reply) || reply.status === 422) if (before) replaceResponse(reply, before);
      });
    },
  ),
  follows(
    'domains/nameservers-not-stored[hidden]',
    'the nameservers of a domain are those of its registration, whatever is set',
    ['endpoints/update-persists', 'endpoints/update-nameservers'],
    'domains/nameservers-persist',
    (p) => {
      const first = new Map<string, unknown>();
      p.reply(['getDomain', 'listDomains'], (reply, { params }) => {
        const id = params.id ?? '';
        if (!isSuccess(reply) || id === '') return;
        if (!first.has(id)) first.set(id, structuredClone(valueAt(reply.json, 'nameservers')));
        setAt(reply.json, 'nameservers', first.get(id));
      });
    },
  ),
  follows(
    'domains/nameservers-not-stored[one]',
    'only the first of the new nameservers is kept',
    ['endpoints/update-persists', 'endpoints/update-nameservers'],
    'domains/nameservers-persist',
    (p) =>
      p.handler('replaceDomainNameservers', ({ request, db, body }, go) => {
        const done = go();
        const [one] = Array.isArray(valueAt(body, 'nameservers')) ? [valueAt(body, 'nameservers.0')] : [];
        db.table('domains').update(request.params.id ?? '', { nameservers: [one] });
        return done;
      }),
  ),
  chosen(
    'domains/invalid-nameservers-accepted',
    'nameservers that are no host names are accepted',
    'domains/nameservers-valid',
    'domains/nameservers-invalid',
    (p) =>
      acceptsInvalid(
        p,
        'replaceDomainNameservers',
        'nameservers',
        (value) => Array.isArray(value) && value.includes('not a host'),
        ['ns1.example.net', 'ns2.example.net'],
      ),
  ),
  chosen(
    'domains/transfer-without-code-accepted',
    'a transfer without an auth code is accepted',
    'errors/other-fields',
    'domains/transfer-invalid',
    (p) => acceptsMissing(p, 'transferDomain', 'auth_code', 'Auth-0815-0815'),
  ),
  ...each(
    [
      ['checkDomain', 'domains/check-odd-names'],
      ['createHostingAccount', 'hosting/odd-names'],
      ['createDnsZone', 'dns/odd-names'],
    ] as const,
    ([operation, check]) =>
      follows(
        `validation/non-ascii-name-500[${operation}]`,
        `${operation} cannot bear a name in another script`,
        'domains/any-script',
        check,
        (p) => failsOnNonAscii(p, operation),
      ),
  ),
  ...each(
    [
      ['registerDomain', 'domain', 'idempotency/registerDomain'],
      ['transferDomain', 'domain', 'idempotency/transferDomain'],
      ['createHostingAccount', 'domain', 'idempotency/createHostingAccount'],
      ['createCertificate', 'common_name', 'idempotency/createCertificate'],
      ['createEmailService', 'domain', 'idempotency/createEmailService'],
      ['renewDomain', null, 'domains/renew-replay'],
    ] as const,
    ([operation, member, check]) =>
      chosen(
        `idempotency/purchase-repeated[${operation}]`,
        `a replay of ${operation} buys again`,
        'idempotency/purchases',
        check,
        (p) => ignoresReplay(p, operation, member),
      ),
  ),
  ...each(
    [
      ['domain', 'renewDomain', 'getDomain', 'domains'],
      ['certificate', 'renewCertificate', 'getCertificate', 'ssl'],
    ] as const,
    ([what, operation, get, area]) =>
      chosen(
        `actions/renewal-not-visible[${what}]`,
        `a renewed ${what} ends when it did before`,
        'products/renewal-visible',
        `${area}/renew-visible`,
        (p) => {
          const stored = new Map<string, unknown>();
          const renewed = new Set<string>();
          p.reply(operation, (reply, { params }) => {
            if (isSuccess(reply)) renewed.add(params.id ?? '');
          });
          p.reply(get, (reply, { params }) => {
            const id = params.id ?? '';
            if (!isSuccess(reply)) return;
            if (renewed.has(id) && stored.has(id)) reply.json = structuredClone(stored.get(id));
            else stored.set(id, structuredClone(reply.json));
          });
        },
      ),
  ),
  ...each(
    [
      ['renewDomain', 'endpoints/renew-domain', 'domains/renew-offered'],
      ['renewCertificate', 'endpoints/renew-certificate', 'ssl/renew-offered'],
      ['reissueCertificate', 'endpoints/reissue-certificate', 'ssl/reissue-offered'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/renewal-missing[${operation}]`,
        `${operation} does not exist`,
        ['states/domains-and-certificates-renew', requirement],
        check,
        (p) =>
          p.request(operation, (_asking, { bearer }) => {
            if (bearer === null) return undefined;
            return operation === 'reissueCertificate'
              ? refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.')
              : refusal(501, 'NOT_IMPLEMENTED', 'Not yet.');
          }),
      ),
  ),

  // Hosting
  ...each(
    [
      ['negative', -1],
      ['text', '12 MB'],
      ['fraction', 0.5],
    ] as const,
    ([label, value]) =>
      chosen(
        `hosting/usage-invalid[${label}]`,
        `the usage of a hosting account is ${label === 'text' ? 'a text' : `a ${label} number`}`,
        'endpoints/fields',
        'hosting/fields',
        (p) =>
          p.reply('getHostingStats', (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, 'disk.used_bytes', () => value);
          }),
      ),
  ),
  ...each([{}, { message: 'No figures yet.' }], (body) =>
    stated(
      `hosting/usage-missing[${Object.keys(body).join('')}]`,
      'the usage of a hosting account is not in the reply',
      'endpoints/hosting-stats',
      'hosting/stats-name-both',
      (p) =>
        p.reply('getHostingStats', (reply) => {
          if (isSuccess(reply)) reply.json = body;
        }),
    ),
  ),
  chosen(
    'hosting/password-repeated',
    'every reset gives the same control-panel password',
    'hosting/reset-makes-new',
    'hosting/reset-makes-new',
    (p) =>
      p.reply('resetHostingPassword', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'password', () => 'welcome-2026-welcome');
      }),
  ),
  ...each(
    [
      ['weekly', 'billing_cycle', 'weekly', 'monthly', 'hosting-request/billing-cycle'],
      ['11_year', 'billing_cycle', '11_year', '10_year', 'hosting-request/billing-cycle'],
      ['not-a-uuid', 'customer_id', 'not-a-uuid', null, 'hosting-request/customer-id'],
      ['12345', 'sku_id', 12345, 'hosting-pro', 'hosting-request/sku-id'],
      ['12345', 'domain', 12345, 'a12345.example.org', 'hosting-request/domain'],
      ['no-domain', 'domain', 'not a domain', 'not-a-domain.example.org', 'hosting-request/domain'],
    ] as const,
    ([label, member, wrong, right, requirement]) =>
      stated(
        `hosting/invalid-field-accepted[${member}=${label}]`,
        `createHostingAccount takes \`${member}\` = ${JSON.stringify(wrong)}`,
        [requirement, 'billing-cycle/values'],
        `validation/createHostingAccount/${member}/${label}`,
        (p) => {
          const ids = new Map<unknown, string>();
          p.reply('createHostingAccount', (reply, { json, bearer }) => {
            if (isSuccess(reply) && valueAt(json, member) !== wrong)
              ids.set(bearer, textAt(json, 'customer_id'));
          });
          p.request('createHostingAccount', (change, { bearer }) => {
            if (isObject(change.json) && change.json[member] === wrong)
              change.json[member] = right ?? ids.get(bearer);
            return undefined;
          });
        },
      ),
  ),
  chosen(
    'hosting/invalid-field-accepted[domain missing]',
    'createHostingAccount does without a domain',
    'hosting-request/required',
    'validation/createHostingAccount/domain/missing',
    (p) => acceptsMissing(p, 'createHostingAccount', 'domain', 'default.example.org'),
  ),
  follows(
    'hosting/unknown-customer-accepted',
    'createHostingAccount takes a customer that does not exist',
    'hosting-request/customer-exists',
    'hosting/unknown-customer',
    (p) => {
      let known = '';
      p.handler('createHostingAccount', ({ db, body }, go) => {
        const id = textAt(body, 'customer_id');
        if (db.table('customers').find(id)) known = id;
        if (known === id || known === '' || !isObject(body)) return go();
        return go({ body: { ...body, customer_id: known, domain: `ghost-${textAt(body, 'domain')}` } });
      });
    },
  ),
  stated(
    'hosting/cycle-message-empty',
    'the message for a billing cycle of a hosting account lists nothing',
    'errors/cycle-lists-values',
    'hosting/cycle-lists-values',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply))
          changeMembers(
            reply.json,
            (name) => name === 'billing_cycle',
            () => ['Invalid.'],
          );
      }),
  ),
  stated(
    'hosting/errors-name-no-field',
    'the errors of a hosting account name no field',
    ['errors/one-entry-per-field', 'hosting-request/domain', 'hosting-request/billing-cycle'],
    'hosting/one-entry-per-field',
    (p) =>
      p.reply('createHostingAccount', (reply) => {
        if (isInvalid(reply)) setErrors(reply.json, { body: ['Invalid.'] });
      }),
  ),

  // Certificates
  ...each(
    [['reissueCertificate', 'ssl/reissue-visible', 'ssl/reissue-visible']] as const,
    ([operation, requirement, check]) =>
      chosen(
        'ssl/reissue-not-done[reissue]',
        'a reissue is acknowledged and does not happen',
        requirement,
        check,
        (p) =>
          p.handler(operation, ({ request, db }) => db.table('certificates').find(request.params.id ?? '')),
      ),
  ),
  chosen(
    'ssl/invalid-name-accepted',
    'a certificate is sold for what is no domain name',
    'errors/other-fields',
    'validation/createCertificate/common_name',
    (p) =>
      acceptsInvalid(
        p,
        'createCertificate',
        'common_name',
        (value) => value === 'not a domain',
        'odd.example.org',
      ),
  ),

  // DNS
  follows(
    'dns/records-of-all-zones',
    'every zone lists the records of all zones',
    'dns/records-of-one-zone',
    'dns/records-of-one-zone',
    (p) =>
      p.handler('listDnsRecords', ({ db }, go) => {
        const done = go();
        return isObject(done) ? { ...done, data: db.table('dns_records').all() } : done;
      }),
  ),
  ...each(
    [
      ['type', 'ZZ', 'A'],
      ['ttl', -1, 60],
      ['content', 'not an address', '192.0.2.99'],
    ] as const,
    ([member, wrong, right]) =>
      chosen(
        `dns/invalid-record-accepted[${member}]`,
        `a record with \`${member}\` = ${wrong} is accepted`,
        'errors/other-fields',
        `validation/createDnsRecord/${member}`,
        (p) => acceptsInvalid(p, 'createDnsRecord', member, (value) => value === wrong, right),
      ),
  ),
  ...each(['AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS', 'PTR'], (type) =>
    chosen(
      `dns/record-type-refused[${type}]`,
      `records of type ${type} are refused`,
      'dns/record-types',
      `dns/record-type-${type}`,
      (p) =>
        p.request('createDnsRecord', (_asking, { json, bearer }) =>
          bearer !== null && valueAt(json, 'type') === type
            ? refusal(422, 'VALIDATION_FAILED', 'Invalid.', { type: ['Unknown.'] })
            : undefined,
        ),
    ),
  ),
  chosen(
    'dns/zone-created-twice',
    'a second zone of the same name is created',
    'dns/zone-once',
    'dns/zone-once',
    (p) => repeatsFirstCreation(p, 'createDnsZone', 'ALREADY_EXISTS'),
  ),
  follows(
    'dns/unknown-record-updated',
    'updateDnsRecord takes a record that is not there',
    ['endpoints/unknown-id-refused', 'service/own-tenant-only'],
    'dns/unknown-record',
    (p) => {
      p.reply('updateDnsRecord', (reply, { params, json }) => {
        const known = p.readDb((db) => db.table('dns_zones').find(params.id ?? '') !== undefined);
        if (reply.status === 404 && known && isObject(json)) {
          reply.status = 200;
          reply.json = { ...json, id: params.rid, zone_id: params.id };
        }
      });
    },
  ),
  follows(
    'dns/records-outlive-zone',
    'the records of a deleted zone are still served',
    ['dns/records-go-with-the-zone', 'states/deletes-delete'],
    'dns/records-go-with-the-zone',
    (p) => {
      const stored = new Map<string, ResponseEdit>();
      const deleted = new Set<string>();
      p.reply('deleteDnsZone', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply('listDnsRecords', (reply, { params }) => {
        const id = params.id ?? '';
        if (isSuccess(reply)) {
          stored.set(id, structuredClone(reply));
          return;
        }
        const last = stored.get(id);
        if (deleted.has(id) && last) {
          replaceResponse(reply, last);
          const ghost = { id: '5d3bb5a1-54cc-4f6c-9e39-0f2a4d7d1f10', zone_id: id, type: 'A', name: 'www' };
          changeAt(reply.json, 'data', (data) => (Array.isArray(data) && data.length === 0 ? [ghost] : data));
        }
      });
    },
  ),
  stated(
    'dns/record-not-listed',
    'an added record is not listed',
    'endpoints/list-records',
    'dns/list-records',
    (p) =>
      p.reply('listDnsRecords', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'data', () => []);
      }),
  ),
  follows(
    'actions/second-delete-500[deleteDnsRecord]',
    'deleteDnsRecord of a record that is not there is a server error',
    ['endpoints/unknown-id-refused', 'endpoints/unknown-child-no-crash'],
    'unknown-id/deleteDnsRecord/no-crash',
    (p) =>
      p.reply('deleteDnsRecord', (reply) => {
        if (reply.status === 404) replaceResponse(reply, serverError());
      }),
  ),

  // Email
  chosen(
    'email/address-created-twice',
    'a second mailbox of the same address is created',
    'email/address-once',
    'email/address-once',
    (p) => repeatsFirstCreation(p, 'createMailbox', 'ALREADY_EXISTS'),
  ),
  chosen(
    'email/mailbox-not-shown',
    'a mailbox is not shown with its service',
    'email/mailboxes-in-detail',
    'email/mailbox-in-detail',
    (p) =>
      p.reply('getEmailService', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'mailboxes', []);
      }),
  ),
  chosen(
    'email/invalid-address-accepted',
    'a mailbox is created for what is no address',
    'errors/other-fields',
    'validation/createMailbox/local_part',
    (p) =>
      acceptsInvalid(p, 'createMailbox', 'local_part', (value) => value === 'no @ address', 'no-address'),
  ),
  follows(
    'email/unknown-mailbox-500',
    'deleteMailbox of a mailbox that is not there is a server error',
    ['endpoints/unknown-child-no-crash', 'endpoints/unknown-id-refused'],
    'email/unknown-mailbox',
    (p) =>
      p.reply('deleteMailbox', (reply, { params }) => {
        const known = p.readDb((db) => db.table('email_services').find(params.id ?? '') !== undefined);
        if (reply.status === 404 && known) replaceResponse(reply, serverError());
      }),
  ),
  follows(
    'email/deleted-mailbox-shown',
    'a deleted mailbox is still shown with its service',
    ['states/deletes-delete', 'endpoints/delete-mailbox'],
    'email/deleted-is-gone',
    (p) => {
      const created = new Map<string, unknown[]>();
      p.reply('createMailbox', (reply, { params }) => {
        const id = params.id ?? '';
        if (isSuccess(reply)) created.set(id, [...(created.get(id) ?? []), structuredClone(reply.json)]);
      });
      p.reply('getEmailService', (reply, { params }) => {
        const all = created.get(params.id ?? '');
        if (isSuccess(reply) && all) {
          removeAt(reply.json, 'mailboxes');
          setAt(reply.json, 'mailboxes', structuredClone(all));
        }
      });
    },
  ),
];
