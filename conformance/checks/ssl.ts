// Certificates: ordered, downloaded as a bundle, reissued, renewed.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { bodyFor, spoil } from '../kit/bodies.ts';
import { basics, shownOf } from '../kit/product-basics.ts';
import { productBody } from '../kit/product-bodies.ts';
import { renewalChecks, renewed } from '../kit/product-renewals.ts';
import { certificate, newCertificate, readReady } from '../kit/products.ts';
import { isSuccess, settled, statusIn } from '../kit/reading.ts';
import { expectInvalid } from '../kit/spoils.ts';
import { customer } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'ssl';
const mode = 'full';

const shown = shownOf('certificate', 'getCertificate', certificate);

/** The bundle of the shared certificate. */
const bundle = subject('bundle of a certificate', {
  cost: 1,
  uses: [shown],
  async make(t: Context): Promise<Exchange> {
    const { id } = (await t.use(shown)).thing;
    return t.as('tenantA').send('downloadCertificate', { params: { id } });
  },
});

type Reissued = { before: Exchange; reply: Exchange; after: Exchange };

/** The shared certificate is issued anew. */
const reissued = subject('reissued certificate', {
  cost: 2,
  uses: [shown, bundle],
  async make(t: Context): Promise<Reissued> {
    const { thing, reply: before } = await t.use(shown);
    await t.use(bundle);
    const params = { id: thing.id };
    const given = bodyFor(t, 'reissueCertificate', {});
    const reply = await t
      .as('tenantA')
      .send('reissueCertificate', { params, ...(Object.keys(given).length > 0 ? { body: given } : {}) });
    return { before, reply, after: await t.as('tenantA').send('getCertificate', { params }) };
  },
});

const renewal = renewed({
  what: 'certificate',
  operation: 'renewCertificate',
  get: 'getCertificate',
  shown,
  async until(t, id) {
    const { reply, after } = await t.use(reissued);
    return readReady(t, 'getCertificate', id, isSuccess(after) ? after : reply);
  },
});

const issued = /^(issued|active|valid|live|ready)$/i;

/** Judges an action on a certificate: a refusal is a breach only when the certificate is issued. */
function expectTaken(t: Context, reply: Exchange, before: Exchange): void {
  if (isSuccess(reply)) return;
  if (reply.status === 405 || reply.status >= 500) t.expect(reply).success();
  const state = statusIn(before.json);
  if (state !== undefined && issued.test(state) && reply.operation === 'downloadCertificate') {
    t.expect(reply).success();
  }
  t.inconclusive(`a certificate in the state \`${state}\` was refused with ${reply.status}`, {
    exchange: reply,
  });
}

export const ssl = [
  ...basics(
    {
      area,
      mode,
      what: 'a certificate',
      creates: 'take the order of a certificate',
      create: 'order',
      says: {
        create: 'endpoints/create-certificate',
        get: 'endpoints/get-certificate',
        list: 'endpoints/list-certificates',
      },
      get: 'getCertificate',
      list: 'listCertificates',
      attempt: newCertificate,
      thing: certificate,
    },
    shown,
  ),
  check('ssl/download', {
    must: 'download the bundle of a certificate',
    says: 'endpoints/download-certificate',
    area,
    mode,
    cost: 0,
    uses: [bundle],
    after: ['ssl/order', 'ssl/get'],
    async run(t: Context) {
      expectTaken(t, await t.use(bundle), (await t.use(shown)).reply);
    },
  }),
  check('ssl/reissue', {
    must: 'reissue a certificate',
    says: 'endpoints/reissue-certificate',
    area,
    mode,
    cost: 0,
    uses: [reissued],
    after: ['ssl/order', 'ssl/get'],
    async run(t: Context) {
      const { before, reply } = await t.use(reissued);
      expectTaken(t, reply, before);
    },
  }),
  check('ssl/reissue-offered', {
    must: 'offer the reissue of a certificate',
    says: 'states/domains-and-certificates-renew',
    area,
    mode,
    cost: 0,
    uses: [reissued],
    after: ['ssl/get', 'ssl/reissue'],
    async run(t: Context) {
      const { reply } = await t.use(reissued);
      if (reply.status === 404) t.require((await t.use(shown)).reply).success();
      if ([404, 405, 501].includes(reply.status)) t.expect(reply).success();
    },
  }),
  check('ssl/reissue-visible', {
    should: 'show that a certificate was reissued',
    says: 'ssl/reissue-visible',
    area,
    mode,
    cost: 0,
    uses: [reissued],
    after: ['ssl/reissue'],
    async run(t: Context) {
      const { before, reply, after } = await t.use(reissued);
      t.require(reply).success();
      if (settled(before.json) === settled(after.json))
        t.fail('it is as before', { actual: after.json, exchange: [after, reply] });
    },
  }),
  ...renewalChecks(renewal, { area, what: 'a certificate', says: 'endpoints/renew-certificate' }),
  check('validation/createCertificate/common_name', {
    should: 'answer 422 naming `common_name` to a certificate for what is no domain name',
    says: 'errors/other-fields',
    area,
    mode,
    cost: 1,
    uses: [customer, newCertificate],
    group: 'validation/products',
    after: ['ssl/order', 'errors/invalid-is-422', 'errors/one-entry-per-field'],
    async run(t: Context) {
      const { id } = await t.use(customer);
      t.require((await t.use(newCertificate)).created).success();
      const { body } = productBody(t, 'createCertificate', id);
      if (!Object.hasOwn(body, 'common_name')) t.inconclusive('our body has no `common_name`');
      const reply = await t.as('tenantA').send('createCertificate', {
        body: spoil(body, 'common_name', 'not a domain'),
        spoiled: 'common_name = "not a domain"',
      });
      expectInvalid(t, reply, 'common_name');
    },
  }),
];
