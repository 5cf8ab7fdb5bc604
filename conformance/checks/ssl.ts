// Checks of certificates: order, download, reissue and renew a certificate.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { request } from '../expectations.ts';
import { asRead, ownCertificate } from '../support/fixtures/created-resources.ts';
import { renewalChecks } from '../support/renewal-checks.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const area = 'ssl';
const mode = 'full';
const { check } = checksOf({ area, mode });

const bundle = fixture('bundle of a certificate', {
  uses: [asRead.certificate],
  async make(t: CheckContext): Promise<Exchange> {
    const { id } = await t.use(asRead.certificate);
    return request(t, 'downloadCertificate', { params: { id } });
  },
});

const ISSUED = /^(issued|active|valid|live|ready)$/i;

export const ssl = [
  ...resourceChecks('certificate', {
    area,
    mode,
    what: 'a certificate',
    create: ['order', 'take the order of a certificate', 'endpoints/create-certificate'],
    get: 'endpoints/get-certificate',
  }),
  check('ssl/download', 'endpoints/download-certificate', {
    must: 'download the bundle of a certificate',
    uses: [bundle],
    after: ['ssl/order', 'ssl/get'],
    async run(t: CheckContext) {
      const reply = await t.use(bundle);
      const state = statusIn((await t.use(asRead.certificate)).reply.json) ?? '';
      // A certificate that has not been issued may have no bundle.
      if (!isSuccess(reply) && reply.status !== 405 && reply.status < 500 && !ISSUED.test(state))
        t.inconclusive(`a certificate in the state \`${state}\` was refused with ${reply.status}`, {
          exchange: reply,
        });
      t.expect(reply).success();
      t.expect(await request(t, 'downloadCertificate', { params: reply.request.params })).success();
    },
  }),
  ...renewalChecks('certificate', 'reissueCertificate', asRead.certificate, {
    area,
    says: 'endpoints/reissue-certificate',
    act: 'reissue',
  }),
  ...renewalChecks('certificate', 'renewCertificate', ownCertificate('certificate to renew'), {
    area,
    says: 'endpoints/renew-certificate',
  }),
];
