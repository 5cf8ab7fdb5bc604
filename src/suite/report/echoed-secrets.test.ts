// Tests a target that returns every secret it received or issued, in every field and encoding: no output of the suite
// contains a secret.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampled } from '../../../tools/testing/sampled.ts';
import { encodings, secret as secrets } from '../../redaction/testing/encodings.ts';
import { readReport } from '../cli/report-files.ts';
import { showProgress } from '../cli/show-progress.ts';
import { escapedJson, withoutActingCharacters } from '../formats/escape.ts';
import { fileFormatNames, formatReport, terminalFormatNames } from '../formats/formats.ts';
import { conform } from '../run/conform.ts';
import { catalogue, check, customer, json, readable, rule } from '../testing/catalogue.ts';
import { EMAIL } from '../testing/tiny-target.ts';
import { virtualClock } from '../testing/virtual-clock.ts';

/** The secrets of a run: secrets in its target file, secrets that the target issues, and secrets that checks send. */
type Known = {
  password: string;
  token: string;
  refresh: string;
  challenge: string;
  webhook: string;
  wrong: string;
};

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LATIN = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** Returns a reply in which every text field contains all secrets in one encoding. */
function spoken(told: readonly string[], encode: (text: string) => string, status: number): Response {
  const all = told.map(encode);
  const text = all.join(' | ');
  const inHeader = all.filter((one) => LATIN.test(one));
  const headers = new Headers({
    'content-type': `application/json; charset=utf-8; note="${inHeader[0] ?? ''}"`,
  });
  for (const [at, one] of inHeader.entries()) {
    headers.append(`x-echo-${at}`, one);
    headers.append('location', `/v1/elsewhere?was=${one}#${one}`);
    if (TOKEN.test(one) && one.length < 200) headers.append(one, 'a name');
  }
  const body = {
    error: { code: text, message: `the password was ${text}`, errors: { password: all, [text]: [text] } },
    [text]: { [text]: [text, { deep: { [text]: text } }] },
    text: JSON.stringify({ quoted: text, again: JSON.stringify({ text }) }),
  };
  const statusText = inHeader.find((one) => /^[\x20-\x7e]*$/.test(one)) ?? '';
  return new Response(`${JSON.stringify(body)}${status === 500 ? `\n${text}` : ''}`, {
    status,
    statusText,
    headers,
  });
}

function echoing(known: Known, encode: (text: string) => string) {
  const reply = (status: number, body: object): Response => Response.json(body, { status });
  const uuid = '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d';
  /**
   * the secrets that the suite can know so far; the suite cannot redact a secret that the target has not issued yet
   */
  const told = new Set([known.password]);
  return async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/v1', '');
    const text = await request.text();
    if (path === '/auth/login') {
      const { password } = JSON.parse(text);
      const right = password === known.password;
      for (const one of right ? [known.token, known.refresh] : [known.challenge, known.wrong]) told.add(one);
      if (!right) return reply(401, { challenge_token: known.challenge, message: encode(known.wrong) });
      const expires_at = '2099-01-01T00:00:00Z';
      return reply(200, {
        token: known.token,
        refresh_token: known.refresh,
        expires_at,
        user: { email: EMAIL },
      });
    }
    if (path === '/webhooks') told.add(known.webhook);
    if (path === '/webhooks') return reply(201, { id: uuid, secret: known.webhook });
    if (request.method === 'DELETE') return spoken([...told], encode, 409);
    if (path === '/customers' && request.method === 'POST')
      return reply(201, { id: encode(known.password), email: 'a@b.example' });
    if (path === '/customers') return reply(200, { data: [{ id: uuid, note: encode(known.password) }] });
    return spoken([...told], encode, path.includes('unused') ? 500 : 418);
  };
}

const talk = (known: Known) =>
  check('talk', {
    cost: 5,
    uses: [customer],
    async run(t) {
      await t.use(customer);
      const hook = await t
        .as('tenantA')
        .send('createWebhook', { body: { url: 'https://a.example', events: [] } });
      const wrong = await t.anonymous.send('login', { body: { email: EMAIL, password: known.wrong } });
      const heard = await t.as('tenantA').send('getCustomer', { params: { id: t.unknownId() } });
      t.fail(`it said ${heard.text.slice(0, 300)}`, {
        expected: { nothing: heard.header('x-echo-0') },
        actual: heard.json,
        exchange: [heard, wrong, hook],
      });
    },
  });

const loose = rule('loose', {
  should: 'be quiet',
  requirement: 'limits/headers',
  judge: ({ status, text, headers }) =>
    status === 418 ? { message: text, actual: text.slice(0, 200), expected: { headers } } : undefined,
});

/**
 * Returns everything that a run writes: each report format, both written directly and written from the report file;
 * progress; and ledger.
 */
async function outputs(known: Known, encode: (text: string) => string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'hc-echo-'));
  const ledger = join(folder, 'ledger.ndjson');
  const said = { plain: '', terminal: '' };
  const plain = showProgress({ write: (text) => (said.plain += text) });
  const terminal = showProgress({ write: (text) => (said.terminal += text), isTTY: true, columns: 4000 });
  const report = await conform({
    target: {
      baseUrl: 'http://127.0.0.1/v1',
      credentials: { tenantA: { email: EMAIL, password: known.password } },
    },
    catalogue: catalogue({ checks: [readable, talk(known)], rules: [json, loose] }),
    fetch: echoing(known, encode),
    clock: virtualClock(),
    seed: 1,
    runId: 'hc-test',
    ledger,
    onProgress(event) {
      for (const one of [plain, terminal]) one.onEvent(event);
    },
  });
  const file = join(folder, 'report.json');
  writeFileSync(file, escapedJson(report));
  const all = new Map<string, string>(Object.entries(said));
  for (const [when, one] of [
    ['written', report],
    ['read again', await readReport(file)],
  ] as const)
    for (const form of [...terminalFormatNames, ...fileFormatNames])
      all.set(`${form}, ${when}`, formatReport(form, one, { colour: false, source: file }));
  all.set('ledger', readFileSync(ledger, 'utf8'));
  return all;
}

const html = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c,
  );
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Returns the forms in which a report format may write a text. */
const ways = (text: string): string[] => [
  ...new Set([
    text,
    quoted(text),
    quoted(quoted(text)),
    html(text),
    html(quoted(text)),
    withoutActingCharacters(text),
    text.replace(/\s+/g, ' '),
  ]),
];

const opaque = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/=.~"\\'), {
    minLength: 16,
    maxLength: 48,
  })
  .map((letters) => letters.join(''))
  .filter((text) => new Set(text).size >= 9);
const known: fc.Arbitrary<Known> = fc.record({
  password: secrets,
  token: opaque.map((text) => `tok_${text.replace(/["\\]/g, 'x')}`),
  refresh: opaque,
  challenge: opaque,
  webhook: opaque,
  wrong: secrets,
});

test.each(sampled(Object.entries(encodings), 6))(
  'no output of the suite contains a secret that the target returns in this encoding: %s',
  async (name, encode) => {
    await fc.assert(
      fc.asyncProperty(known, async (one) => {
        for (const [output, text] of await outputs(one, encode))
          for (const [what, secret] of Object.entries(one))
            for (const form of new Set([secret, encode(secret)]))
              for (const way of ways(form))
                expect(text.includes(way), `${what} in ${output}, ${name}: ${way}`).toBe(false);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  },
);
