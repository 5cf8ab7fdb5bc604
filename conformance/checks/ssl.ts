// Checks of certificates: order, download, reissue and renew a certificate.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { request } from '../expectations.ts';
import { asRead, ownCertificate } from '../support/fixtures/created-resources.ts';
import { renewalChecks } from '../support/renewal-checks.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { check } = checksOf({ area: 'ssl', mode: 'full' });

const bundle = fixture('bundle of a certificate', {
  uses: [asRead.certificate],
  async make(t: CheckContext): Promise<Exchange> {
    const { id } = await t.use(asRead.certificate);
    return request(t, 'downloadCertificate', { params: { id } });
  },
});

const ISSUED = /^(issued|active|valid|live|ready)$/i;

export const ssl = [
  ...resourceChecks('certificate', 'take the order of a certificate', { id: 'order' }),
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
  ...renewalChecks('certificate', 'reissueCertificate', asRead.certificate, 'reissue'),
  ...renewalChecks('certificate', 'renewCertificate', ownCertificate('certificate to renew')),
];
