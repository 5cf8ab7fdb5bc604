// Defects of domains: the availability check, registration, transfer and nameservers.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid, acceptsMissing, pathId } from './edits/request-edits.ts';
import {
  changeAt,
  isInvalid,
  isSuccess,
  listAt,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant, ResponseEdit } from './mutant.ts';

export const domains: readonly Mutant[] = [
  chosen(
    'domains/registered-shown-free',
    'a domain that was just registered is said to be free',
    'domains/registered-is-taken',
    'domains/registered-is-unavailable',
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
        const result = go();
        const [entry] = Array.isArray(valueAt(body, 'nameservers')) ? [valueAt(body, 'nameservers.0')] : [];
        db.table('domains').update(request.params.id ?? '', { nameservers: [entry] });
        return result;
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
  follows(
    'domains/term-differs',
    'a domain is registered for another term than the request names',
    'endpoints/create-echoes',
    'domains/echo',
    (p) =>
      p.handler('registerDomain', ({ body }, go) =>
        go({ body: { ...(isObject(body) ? body : {}), billing_cycle: '2_year' } }),
      ),
  ),
  chosen(
    'domains/transfer-forgotten',
    'the transfer of a domain is answered and forgotten',
    'domains/transfer-is-a-domain',
    'domains/transfer-visible',
    (p) => {
      const forgotten = new Set<string>();
      p.reply('transferDomain', (reply) => {
        if (isSuccess(reply)) forgotten.add(String(valueAt(reply.json, 'id')));
      });
      p.reply('getDomain', (reply, { params }) => {
        if (forgotten.has(params.id ?? ''))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      });
    },
  ),
  stated(
    'domains/nameservers-appended',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ request, db }, go) => {
        const old = listAt(db.table('domains').find(request.params.id ?? ''), 'nameservers');
        const result = go();
        return isObject(result)
          ? db.table('domains').update(String(result.id), {
              nameservers: [...new Set([...old, ...listAt(result, 'nameservers')])],
            })
          : result;
      }),
  ),
  stated(
    'domains/nameservers-merged',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ request, db, body }, go) => {
        const before = db.table('domains').find(pathId(request));
        const result = go();
        const all = [...listAt(before, 'nameservers'), ...listAt(body, 'nameservers')];
        db.table('domains').update(pathId(request), { nameservers: all });
        return isObject(result) ? { ...result, nameservers: all } : result;
      }),
  ),
  stated(
    'domains/check-answers-previous-name',
    'a check of availability answers for the name of the request before',
    'endpoints/check-domain',
    'domains/check-names-the-domain',
    (p) => {
      let last: unknown;
      onSuccess(p, 'checkDomain', (body, _request, reply) => {
        const copy = structuredClone(body);
        if (last !== undefined) replaceResponse(reply, { ...reply, json: last });
        last = copy;
      });
    },
  ),
];
