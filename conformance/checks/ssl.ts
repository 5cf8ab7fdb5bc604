// Checks of certificates: order, download, reissue and renew a certificate.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, request } from '../expectations.ts';
import { asRead, ownCertificate } from '../support/fixtures/created-resources.ts';
import { renewalChecks } from '../support/renewal-checks.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';
import { optionalBody } from '../support/request-bodies/request-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const area = 'ssl';
const mode = 'full';
const { check, row } = checksOf({ area, mode });

const bundle = fixture('bundle of a certificate', {
  uses: [asRead.certificate],
  async make(t: CheckContext): Promise<Exchange> {
    const { id } = await t.use(asRead.certificate);
    return request(t, 'downloadCertificate', { params: { id } });
  },
});

const reissuedCertificate = fixture('reissued certificate', {
  uses: [asRead.certificate, bundle],
  after: ['ssl/reissue'],
  async make(t: CheckContext) {
    const { id, reply: before } = await t.use(asRead.certificate);
    await t.use(bundle);
    const params = { id };
    const reply = await request(t, 'reissueCertificate', {
      params,
      ...optionalBody(t, 'reissueCertificate'),
    });
    return { before, reply, after: await request(t, 'getCertificate', { params }) };
  },
});

const ISSUED = /^(issued|active|valid|live|ready)$/i;

/**
 * Expects that an action on a certificate succeeds. A refusal is a violation only if the certificate has been issued.
 */
function expectAccepted(t: CheckContext, reply: Exchange, before: Exchange): void {
  if (t.compared(isSuccess(reply))) return;
  if (reply.status === 405 || reply.status >= 500) t.expect(reply).success();
  const state = statusIn(before.json);
  if (state !== undefined && ISSUED.test(state) && reply.operation === 'downloadCertificate') {
    t.expect(reply).success();
  }
  t.inconclusive(`a certificate in the state \`${state}\` was refused with ${reply.status}`, {
    exchange: reply,
  });
}

export const ssl = [
  ...resourceChecks('certificate', {
    area,
    mode,
    what: 'a certificate',
    create: ['order', 'take the order of a certificate', 'endpoints/create-certificate'],
    get: 'endpoints/get-certificate',
    list: 'endpoints/list-certificates',
  }),
  check('ssl/download', 'endpoints/download-certificate', {
    must: 'download the bundle of a certificate',
    uses: [bundle],
    after: ['ssl/order', 'ssl/get'],
    async run(t: CheckContext) {
      const reply = await t.use(bundle);
      expectAccepted(t, reply, (await t.use(asRead.certificate)).reply);
      t.expect(await request(t, 'downloadCertificate', { params: reply.request.params })).success();
    },
  }),
  row('ssl/reissue', 'endpoints/reissue-certificate', reissuedCertificate, {
    must: 'reissue a certificate',
    after: ['ssl/order', 'ssl/get'],
    expect: (t, { before, reply }) => expectAccepted(t, reply, before),
  }),
  row('ssl/reissue-offered', 'states/domains-and-certificates-renew', reissuedCertificate, {
    must: 'offer the reissue of a certificate',
    after: ['ssl/get', 'ssl/reissue'],
    async expect(t, { reply }) {
      if (reply.status === 404) t.require((await t.use(asRead.certificate)).reply).success();
      if (t.compared([404, 405, 501].includes(reply.status))) t.expect(reply).success();
    },
  }),
  row('ssl/reissue-visible', 'ssl/reissue-visible', reissuedCertificate, {
    should: 'show that a certificate was reissued',
    given: ['reply'],
    expect: (t, { before, reply, after }) =>
      holds(t, !isSameBody(before.json, after.json), 'it is as before', {
        actual: after.json,
        exchange: [after, reply],
      }),
  }),
  ...renewalChecks('certificate', 'renewCertificate', ownCertificate('certificate to renew'), {
    area,
    says: 'endpoints/renew-certificate',
  }),
];
