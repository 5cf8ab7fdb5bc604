// Tests certificates over the public API, checked with openssl and unzip.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../bin/testing/processes.ts';
import { createOrderShop } from '../testing/purchases.ts';
import { createTestMock, DAY, MINUTE, refusalOf } from '../testing/test-mock.ts';

const tools = ['openssl', 'unzip'].filter((tool) => spawnSync('which', [tool]).status !== 0);

async function orderCertificate(sent: object = {}, options = {}) {
  const { mock, call, customer } = await createOrderShop(createTestMock({ world: 'empty', ...options }));
  const body = {
    customer_id: customer.id,
    sku_id: 'ssl-dv',
    common_name: 'example.org',
    alternative_names: ['*.example.org'],
    validation_method: 'dns',
    billing_cycle: '1_year',
    ...sent,
  };
  const created = await call('createCertificate', { body });
  return { mock, call, created, body, params: { id: created.data.id } };
}

// Runs a command of openssl, whose words are separated by spaces, in a folder.
const openssl = (command: string, cwd: string): string =>
  execFileSync('openssl', command.split(' '), { cwd, encoding: 'utf8', stdio: 'pipe' });

// Downloads the certificate bundle and unpacks it into a folder.
async function unpackBundle({ mock, params }: Awaited<ReturnType<typeof orderCertificate>>) {
  const { token } = mock.app.personas.owner ?? {};
  const reply = await mock.app.fetch(
    new Request(`http://mock/v1/ssl/${params.id}/download`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const folder = newFolder();
  const bytes = Buffer.from(await reply.arrayBuffer());
  writeFileSync(join(folder, 'bundle.zip'), bytes);
  execFileSync('unzip', ['-q', 'bundle.zip'], { cwd: folder });
  return {
    reply,
    bytes,
    folder,
    openssl: (command: string) => openssl(command, folder),
  };
}

test('a new certificate shows the DNS record to publish for its validation, and is issued after the validation', async () => {
  const { mock, call, created, params } = await orderCertificate();
  expect(created).toMatchObject({
    status: 201,
    data: {
      status: 'pending_validation',
      validation_level: 'dv',
      serial_number: null,
      validations: [
        {
          domain: 'example.org',
          record_name: '_acme-challenge.example.org',
          record_type: 'TXT',
          status: 'pending',
        },
        { domain: '*.example.org', record_name: '_acme-challenge.example.org' },
      ],
    },
  });
  mock.pass(MINUTE);
  const { data } = await call('getCertificate', { params });
  expect(data).toMatchObject({
    status: 'issued',
    valid_from: '2026-11-20T08:00:08Z',
    expires_at: '2027-11-20T08:00:03Z',
    fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(data.validations?.every(({ status }) => status === 'valid')).toBe(true);
  const { data: page } = await call('listCertificates');
  expect(page.data[0]).toEqual(data);
});

test.skipIf(tools.length > 0)(
  "openssl verifies the downloaded chain, its names and dates equal the certificate's, and the bundle has no private key",
  async () => {
    const one = await orderCertificate();
    one.mock.pass(MINUTE);
    const { data } = await one.call('getCertificate', { params: one.params });
    const { reply, folder, openssl } = await unpackBundle(one);
    expect(reply.headers.get('content-disposition')).toContain('example.org.zip');
    execFileSync('unzip', ['-tq', 'bundle.zip'], { cwd: folder });
    expect(
      openssl('verify -attime 1800000000 -CAfile chain.pem -verify_hostname www.example.org certificate.pem'),
    ).toContain('OK');
    const text = openssl(
      'x509 -in certificate.pem -noout -subject -serial -fingerprint -sha256 -dates -ext subjectAltName',
    );
    expect(text).toContain('CN = example.org');
    expect(text).toContain('DNS:example.org, DNS:*.example.org');
    expect(text.toLowerCase()).toContain(`serial=${data.serial_number}`);
    expect(text.replaceAll(':', '').toLowerCase()).toContain(data.fingerprint_sha256);
    expect(text).toContain('notBefore=Nov 20 08:00:08 2026 GMT');
    expect(text).toContain('notAfter=Nov 20 08:00:03 2027 GMT');
    for (const file of ['certificate.pem', 'chain.pem', 'fullchain.pem']) {
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('PRIVATE');
    }
  },
);

test.skipIf(tools.length > 0)(
  'the same seed gives the same certificate bytes every time, also in another process',
  async () => {
    const [one, two] = [await orderCertificate(), await orderCertificate()];
    for (const { mock } of [one, two]) mock.pass(MINUTE);
    const first = await unpackBundle(one);
    expect((await unpackBundle(one)).bytes.equals(first.bytes)).toBe(true);
    expect((await unpackBundle(two)).bytes.equals(first.bytes)).toBe(true);
  },
);

test.skipIf(tools.length > 0)(
  'the issued certificate has the public key of the signing request',
  async () => {
    const folder = newFolder();
    openssl(
      'req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out csr.pem -subj /CN=example.org',
      folder,
    );
    const one = await orderCertificate({ csr: readFileSync(join(folder, 'csr.pem'), 'utf8') });
    one.mock.pass(MINUTE);
    const bundle = await unpackBundle(one);
    expect(bundle.openssl('x509 -in certificate.pem -noout -pubkey')).toBe(
      openssl('pkey -in key.pem -pubout', folder),
    );
  },
);

test('a download before issuance and an unreadable signing request are rejected', async () => {
  const { call, body, params } = await orderCertificate();
  expect(refusalOf(await call('downloadCertificate', { params }))).toContain('422 INVALID_STATE');
  const csr = `-----BEGIN CERTIFICATE REQUEST-----\n${'A'.repeat(64)}\n-----END CERTIFICATE REQUEST-----\n`;
  expect(refusalOf(await call('createCertificate', { body: { ...body, csr } }))).toMatch(/ csr$/);
});

test('reissuing a certificate changes its serial number and names, and keeps its expiry', async () => {
  const { mock, call, params } = await orderCertificate();
  mock.pass(MINUTE);
  const { data: before } = await call('getCertificate', { params });
  const reissued = await call('reissueCertificate', {
    params,
    body: { alternative_names: ['shop.example.org'] },
  });
  expect(reissued.data).toMatchObject({ status: 'pending_validation', reissue_count: 1 });
  mock.pass(MINUTE);
  const { data: after } = await call('getCertificate', { params });
  expect(after).toMatchObject({
    status: 'issued',
    alternative_names: ['shop.example.org'],
    expires_at: before.expires_at,
  });
  expect(after.serial_number).not.toBe(before.serial_number);
});

test('a paid renewal extends the expiry of a certificate and issues it again', async () => {
  const { mock, call, params } = await orderCertificate();
  expect((await call('renewCertificate', { params })).status).toBe(422);
  mock.pass(MINUTE);
  const renewed = await call('renewCertificate', { params });
  expect(renewed.data).toMatchObject({
    resource_type: 'certificate',
    resource_id: params.id,
    status: 'completed',
  });
  mock.pass(MINUTE);
  expect((await call('getCertificate', { params })).data).toMatchObject({
    status: 'issued',
    expires_at: '2028-11-20T08:00:03Z',
  });
});

test('a certificate that is not renewed expires on its last day, and a certificate that is terminated is revoked', async () => {
  const lapsed = await orderCertificate({ auto_renew: false });
  lapsed.mock.pass(400 * DAY);
  expect((await lapsed.call('getCertificate', { params: lapsed.params })).data.status).toBe('expired');
  const ended = await orderCertificate();
  ended.mock.pass(MINUTE);
  await ended.call('terminateService', { params: { id: ended.created.data.service_id } });
  expect((await ended.call('getCertificate', { params: ended.params })).data.status).toBe('revoked');
});

test('a name that is too long for a DNS validation record is refused, and an order names another', async () => {
  const common_name = `${'a.'.repeat(119)}${'b'.repeat(7)}.example`;
  expect(common_name).toHaveLength(253);
  const { call, created, body } = await orderCertificate({ common_name });
  expect(created.status).toBe(422);
  expect(Object.keys(created.error.errors)).toEqual(['common_name']);
  const fitting = { ...body, common_name: common_name.slice(16), alternative_names: [] };
  expect((await call('createCertificate', { body: fitting })).status).toBe(201);
  for (const domain of [common_name, 'localhost']) {
    const { customer_id } = body;
    const item = { sku_id: 'ssl-dv', quantity: 1, billing_cycle: '1_year', config: { domain } };
    await call('createOrder', { body: { customer_id, items: [item], payment_method: 'wallet' } });
    const [latest] = (await call('listCertificates')).data.data;
    expect(latest?.common_name).toMatch(/\.hosting-platform\.example$/);
  }
});

test('validation by e-mail needs somebody to ask, also when a certificate changes to it', async () => {
  const { call, params, mock, body } = await orderCertificate();
  mock.pass(MINUTE);
  const asked = await call('createCertificate', { body: { ...body, validation_method: 'email' } });
  expect(Object.keys(asked.error.errors)).toEqual(['approver_email']);
  const changed = { validation_method: 'email' as const };
  expect(Object.keys((await call('reissueCertificate', { params, body: changed })).error.errors)).toEqual([
    'approver_email',
  ]);
  const approver_email = 'admin@example.org';
  const reissued = await call('reissueCertificate', { params, body: { ...changed, approver_email } });
  expect(reissued.data.validations?.[0]?.approver_email).toBe(approver_email);
});
