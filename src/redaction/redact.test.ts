// Tests that secrets are redacted by structure: by names, in the user info of URLs, and by the form of credentials.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secrets } from '../suite/redaction/secrets.ts';
import { redactBody, redactHeaders, redactUrl } from './redact.ts';
import { secret } from './testing/encodings.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const KEY = 'hpk_q7GvYt2mN8sLw4XzRb1KdPf6Hc9JuEa3VoTi5Qy0';

test.each([
  ['a referring page with a token', { referer: 'https://app.example/in?token=HUSH&page=2' }],
  ['a key in a referring page', { referer: `https://app.example/${KEY}` }],
  ['user info of a URL', { location: 'https://ada:HUSH@app.example/' }],
  ['an address of a proxy', { 'x-original-url': '/v1/in?api_key=HUSH' }],
  ['a forwarded credential', { 'x-forwarded-authorization': 'Bearer HUSH' }],
  ['an original credential', { 'x-original-authorization': 'HUSH' }],
  ['a forwarded token', { 'x-forwarded-access-token': 'HUSH' }],
  ['what lets a client pass a proxy', { 'x-vercel-protection-bypass': 'HUSH' }],
  ['the key of a gateway', { 'ocp-apim-subscription-key': 'HUSH', 'x-functions-key': 'HUSH' }],
  ['a session', { 'x-session': 'HUSH', 'x-auth': 'HUSH' }],
  ['a token in any header', { 'x-debug': `was ${JWT}` }],
])('the headers of a logged request do not contain %s', (_, headers) => {
  const shown = JSON.stringify(redactHeaders(headers));
  for (const one of ['HUSH', KEY, JWT]) expect(shown).not.toContain(one);
});

test('the scheme of a credential, and headers without a secret, are kept', () => {
  const headers = {
    authorization: 'Bearer abc',
    'x-forwarded-authorization': 'Basic abc',
    origin: 'https://a.b',
    'idempotency-key': 'order-1',
  };
  expect(redactHeaders(headers)).toEqual({
    authorization: 'Bearer ***',
    'x-forwarded-authorization': 'Basic ***',
    origin: 'https://a.b',
    'idempotency-key': 'order-1',
  });
});

test('an issued key or token is redacted wherever it stands', () => {
  for (const one of [KEY, JWT, 'whsec_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5+/AbCd', `2fa_${KEY.slice(4)}`]) {
    expect(redactUrl(`/v1/api-keys/${one}`, `q=${one}`)).not.toContain(one);
    for (const body of [one, [one], { note: `it was ${one}.`, [one]: [[one]] }, { errors: { name: [one] } }])
      expect(JSON.stringify(redactBody(JSON.stringify(body), 'application/json'))).not.toContain(one);
  }
});

test('ids, times, addresses and the prefix of a key are kept', () => {
  const id = '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d';
  for (const body of [{ id, on: '2026-11-20', ip: '192.0.2.1', prefix: KEY.slice(0, 12) }, [{ id }]])
    expect(redactBody(JSON.stringify(body), 'application/json')).toEqual(body);
});

test('a body that is a text or a list of texts is redacted, because no name says what they are', () => {
  expect(redactBody('"correct horse"', 'application/json')).toBe('***');
  expect(redactBody('["correct horse", 3, {"name":"Ada"}]', 'application/json')).toEqual([
    '***',
    3,
    { name: 'Ada' },
  ]);
});

// Generates JSON values of any depth that contain the values of secret members only below such members.
const bodyWith = (one: string): fc.Arbitrary<unknown> =>
  fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.record({ name: fc.constant('Ada'), password: fc.constant(one) }),
      fc.dictionary(
        fc.constantFrom('token', 'api_key', 'newPassword', 'recovery_codes', 'pin'),
        fc.oneof(fc.constant(one), fc.constant([one, one]), fc.constant({ value: [one] })),
        { minKeys: 1 },
      ),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('data', 'user', 'items', 'id', 'status'), tie('any'), { maxKeys: 3 }),
    ),
  })).any;

test('the value of a secret member is redacted in a body of any structure', () => {
  fc.assert(
    fc.property(
      secret.chain((one) => fc.tuple(fc.constant(one), bodyWith(one))),
      ([one, body]) => {
        const text = JSON.stringify(body);
        const written = JSON.stringify(one).slice(1, -1);
        expect(JSON.stringify(redactBody(text, 'application/json'))).not.toContain(written);
        const redact = (given: string): string => new Secrets().redactText(given);
        for (const given of [text, JSON.stringify({ raw: text })])
          expect(redact(given)).not.toContain(written);
        // Of JSON that was cut off, the objects of secret members are not recognised.
        if (!text.includes('"value"'))
          for (const given of [`it said ${text}`, text.slice(0, -1)])
            expect(redact(given)).not.toContain(written);
      },
    ),
    { numRuns: 500 },
  );
});

test('a known secret is redacted in JSON inside JSON, however deep', () => {
  fc.assert(
    fc.property(secret, fc.integer({ min: 0, max: 4 }), (one, depth) => {
      const secrets = new Secrets();
      secrets.add(one, 'TENANT_A_PASSWORD');
      let text = JSON.stringify({ note: `it was ${one}, was it not?`, [one]: [one] });
      for (let n = 0; n < depth; n += 1) text = JSON.stringify({ text });
      let clean: unknown = JSON.parse(secrets.redactText(text));
      for (let n = 0; n < depth; n += 1) clean = JSON.parse((clean as { text: string }).text);
      expect(clean).toEqual({ note: 'it was ***, was it not?', '***': ['***'] });
    }),
    { numRuns: 300 },
  );
});
