// The second server's domains, hosting, certificates, zones and email: members and states with names of their own.
import { anyId, type Thing } from './books.ts';
import { booksOf, type Caller, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';
import { zipOf } from './zip-writer.ts';

type Fields = Record<string, unknown>;
type Wanted = Record<string, (value: unknown) => boolean>;

const text = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const host = (value: unknown): boolean => text(value) && /^[^\s.]+(\.[^\s.]+)+$/.test(String(value));
const cycle = (value: unknown): boolean =>
  /^(hourly|one_time|monthly|quarterly|semi_annual|([1-9]|10)_year)$/.test(String(value));
const uuid = (value: unknown): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value));
const names = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(host);

/** The members of a body that are wanted, each of them valid. */
function read(ask: Ask, kit: Kit, wanted: Wanted): Fields {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  for (const [name, valid] of Object.entries(wanted)) {
    if (valid(body[name])) continue;
    wrong[name] = [
      valid === cycle ? 'hourly, one_time, monthly, quarterly, semi_annual or <N>_year' : 'this will not do',
    ];
  }
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (!Object.hasOwn(wanted, name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, body[name]]));
}

const view = (kit: Kit, thing: Thing): Fields => ({
  id: thing.id,
  ...thing.fields,
  mood: thing.mood,
  until: show(kit, thing.until),
  ...(thing.kind === 'email' ? { boxes: [...thing.parts.values()].map((part) => view(kit, part)) } : {}),
});

const year = 31_536_000_000;

function make(kit: Kit, kind: string, fields: Fields): Thing {
  const born = kit.now();
  return {
    id: anyId(kit.options, born),
    kind,
    fields,
    born,
    until: born + year,
    mood: 'fine',
    parts: new Map(),
  };
}

/** A thing of this kind that is the caller's own. */
function one(kit: Kit, caller: Caller, kind: string, id: string | undefined): Thing {
  const found = own(kit, caller, 'things', id ?? '');
  if (found.kind !== kind) throw new Refused(404, 'Nothing here.');
  return found;
}

/** Whoever pays is one of the tenant's own customers. */
function known(kit: Kit, caller: Caller, id: unknown, member: string): void {
  const customer = booksOf(kit, caller.tenant).customers.get(String(id));
  if (customer && !customer.gone) return;
  throw new Refused(kit.options.unknownCustomer, 'No such customer.', { [member]: ['nobody has this id'] });
}

const creates =
  (kind: string, wanted: Wanted, owner?: string): Handler =>
  (ask, _params, caller, kit) => {
    const fields = read(ask, kit, wanted);
    if (owner !== undefined) known(kit, caller, fields[owner], owner);
    const thing = make(kit, kind, fields);
    booksOf(kit, caller.tenant).things.set(thing.id, thing);
    return { status: kit.options.created, body: view(kit, thing) };
  };

const lists =
  (kind: string): Handler =>
  (ask, _params, caller, kit) =>
    list(
      ask,
      kit,
      [...booksOf(kit, caller.tenant).things.values()].filter((thing) => thing.kind === kind),
      (thing) => view(kit, thing),
    );

const gets =
  (kind: string): Handler =>
  (_ask, params, caller, kit) => ({ status: 200, body: view(kit, one(kit, caller, kind, params.id)) });

const acts =
  (kind: string, change: (thing: Thing, ask: Ask, kit: Kit) => void): Handler =>
  (ask, params, caller, kit) => {
    const thing = one(kit, caller, kind, params.id);
    change(thing, ask, kit);
    return done(kit, view(kit, thing));
  };

const longer = (thing: Thing): void => {
  thing.until += year;
};

/** A part of a thing: a record of a zone, a mailbox of an email service. */
const adds =
  (kind: string, wanted: Wanted): Handler =>
  (ask, params, caller, kit) => {
    const parent = one(kit, caller, kind, params.id);
    const { secret: _kept, ...fields } = read(ask, kit, wanted);
    const part = make(kit, `part of ${kind}`, fields);
    parent.parts.set(part.id, part);
    return { status: kit.options.created, body: view(kit, part) };
  };

function partOf(thing: Thing, id: string | undefined): Thing {
  const part = thing.parts.get(id ?? '');
  if (!part) throw new Refused(404, 'Nothing here.');
  return part;
}

const removesPart =
  (kind: string, param: string): Handler =>
  (_ask, params, caller, kit) => {
    const parent = one(kit, caller, kind, params.id);
    const part = partOf(parent, params[param]);
    parent.parts.delete(part.id);
    return done(kit, view(kit, part), 200);
  };

const record = { rtype: text, label: text, data: text };

export const productRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/domains', lists('domain')],
  [
    'POST',
    '/domains/check',
    (ask, _params, _caller, kit) => ({
      status: 200,
      body: { ...read(ask, kit, { q: text }), verdict: 'free' },
    }),
  ],
  ['POST', '/domains/register', creates('domain', { fqdn: host, payer: uuid }, 'payer')],
  ['POST', '/domains/transfer', creates('domain', { fqdn: host, payer: uuid, epp: text }, 'payer')],
  ['GET', '/domains/{id}', gets('domain')],
  [
    'PUT',
    '/domains/{id}/nameservers',
    acts('domain', (thing, ask, kit) =>
      Object.assign(thing.fields, { nameserver_hosts: read(ask, kit, { hosts: names }).hosts }),
    ),
  ],
  ['POST', '/domains/{id}/renew', acts('domain', longer)],
  ['GET', '/hosting', lists('hosting')],
  [
    'POST',
    '/hosting',
    creates(
      'hosting',
      { customer_id: uuid, sku_id: (value) => typeof value === 'string', domain: host, billing_cycle: cycle },
      'customer_id',
    ),
  ],
  ['GET', '/hosting/{id}', gets('hosting')],
  ['POST', '/hosting/{id}/reset-password', acts('hosting', () => undefined)],
  [
    'GET',
    '/hosting/{id}/stats',
    (_ask, params, caller, kit) => ({
      status: 200,
      body: { for: one(kit, caller, 'hosting', params.id).id, storage: { mb: 12.5 }, traffic: { mb: '3.1' } },
    }),
  ],
  ['GET', '/ssl', lists('ssl')],
  ['POST', '/ssl', creates('ssl', { cn: host, payer: uuid }, 'payer')],
  ['GET', '/ssl/{id}', gets('ssl')],
  ['POST', '/ssl/{id}/renew', acts('ssl', longer)],
  ['POST', '/ssl/{id}/reissue', acts('ssl', () => undefined)],
  [
    'GET',
    '/ssl/{id}/download',
    (_ask, params, caller, kit) => {
      one(kit, caller, 'ssl', params.id);
      const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      const bytes = zipOf([
        ['bundle/', ''],
        ['bundle/site.crt', pem],
        ['bundle/readme.txt', 'Välkommen'],
      ]);
      return { status: 200, bytes, headers: { 'content-type': 'application/x-zip-compressed' } };
    },
  ],
  ['GET', '/dns/zones', lists('zone')],
  ['POST', '/dns/zones', creates('zone', { origin: host })],
  ['GET', '/dns/zones/{id}', gets('zone')],
  [
    'DELETE',
    '/dns/zones/{id}',
    (_ask, params, caller, kit) => {
      const zone = one(kit, caller, 'zone', params.id);
      booksOf(kit, caller.tenant).things.delete(zone.id);
      return done(kit, view(kit, zone), 200);
    },
  ],
  [
    'GET',
    '/dns/zones/{id}/records',
    (ask, params, caller, kit) =>
      list(ask, kit, one(kit, caller, 'zone', params.id).parts.values(), (part) => view(kit, part)),
  ],
  ['POST', '/dns/zones/{id}/records', adds('zone', record)],
  [
    'PUT',
    '/dns/zones/{id}/records/{rid}',
    (ask, params, caller, kit) => {
      const part = partOf(one(kit, caller, 'zone', params.id), params.rid);
      Object.assign(part.fields, read(ask, kit, record));
      return done(kit, view(kit, part), 200);
    },
  ],
  ['DELETE', '/dns/zones/{id}/records/{rid}', removesPart('zone', 'rid')],
  ['GET', '/email', lists('email')],
  ['POST', '/email', creates('email', { mail_domain: host, payer: uuid }, 'payer')],
  ['GET', '/email/{id}', gets('email')],
  ['POST', '/email/{id}/mailboxes', adds('email', { user: text, secret: text })],
  ['DELETE', '/email/{id}/mailboxes/{mbx}', removesPart('email', 'mbx')],
];

/** What to send to it where its members are its own. */
export const productBodies: Record<string, Record<string, unknown>> = {
  checkDomain: { $replace: true, q: '{unique}.shop' },
  registerDomain: { $replace: true, fqdn: '{unique}.shop', payer: '{customerId}' },
  transferDomain: { $replace: true, fqdn: '{unique}.shop', payer: '{customerId}', epp: 'a-{unique}' },
  replaceDomainNameservers: { $replace: true, hosts: ['a.{unique}.shop', 'b.{unique}.shop'] },
  createCertificate: { $replace: true, cn: '{unique}.shop', payer: '{customerId}' },
  createDnsZone: { $replace: true, origin: '{unique}.shop' },
  createDnsRecord: { $replace: true, rtype: 'address', label: '{unique}', data: '192.0.2.1' },
  updateDnsRecord: { $replace: true, rtype: 'address', label: '{unique}', data: '192.0.2.2' },
  createEmailService: { $replace: true, mail_domain: '{unique}.shop', payer: '{customerId}' },
  createMailbox: { $replace: true, user: '{unique}', secret: 'tell nobody {unique}' },
};
