// Defects of the rate-limit headers of successful replies.
import { chosen, follows, stated } from './define-mutant.ts';
import { LIMIT_HEADERS, limitHeader, onEverySuccess, setLimitHeaders } from './edits/limit-edits.ts';
import { dropHeader, each, header, isSuccess, setHeader, valueAt } from './edits/response-edits.ts';
import type { ClientRequest, Mutant, ResponseEdit } from './mutant.ts';

const removeLimitHeaders = (reply: ResponseEdit): void => {
  for (const name of LIMIT_HEADERS) dropHeader(reply, name);
};

const isList = ({ json }: ResponseEdit): boolean => Array.isArray(valueAt(json, 'data'));

export const limitsHeaders: readonly Mutant[] = [
  ...each(LIMIT_HEADERS, (name) =>
    stated(
      `limits/header-missing[${name}]`,
      `\`${name}\` is missing on success`,
      name.startsWith('X-') ? 'limits/legacy-headers-on-success' : 'limits/headers-on-success',
      `limits/${name.toLowerCase()}`,
      (p) => onEverySuccess(p, (reply) => dropHeader(reply, name)),
    ),
  ),
  ...each(
    [
      ['201', (reply: ResponseEdit) => reply.status === 201],
      ['log-ins', (_: ResponseEdit, request: ClientRequest) => request.operation === 'login'],
      ['the PDF', (_: ResponseEdit, request: ClientRequest) => request.operation === 'downloadInvoicePdf'],
      ['lists', isList],
    ] as const,
    ([what, fits]) =>
      stated(
        `limits/headers-missing-on-success[${what}]`,
        `${what} come without any rate-limit header`,
        ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
        'limits/ratelimit-limit',
        (p) =>
          onEverySuccess(p, (reply, request) => {
            if (fits(reply, request)) removeLimitHeaders(reply);
          }),
      ),
  ),
  follows(
    'limits/remaining-never-falls',
    'the remaining number never falls',
    'limits/remaining-falls',
    'limits/remaining-falls',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(reply, 'Remaining', String(limitHeader(reply, 'RateLimit-Limit') - 1)),
      ),
  ),
  follows(
    'limits/remaining-out-of-range[over]',
    'more requests remain than the limit allows',
    'limits/remaining-within-limit',
    'limits/remaining-within-limit',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(
          reply,
          'Remaining',
          String(limitHeader(reply, 'RateLimit-Limit') * 2 + limitHeader(reply, 'RateLimit-Remaining')),
        ),
      ),
  ),
  follows(
    'limits/remaining-out-of-range[negative]',
    'a negative number of requests remains',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(
          reply,
          'Remaining',
          String(limitHeader(reply, 'RateLimit-Remaining') - limitHeader(reply, 'RateLimit-Limit') - 5),
        ),
      ),
  ),
  follows(
    'limits/legacy-headers-differ',
    'the legacy headers say something else',
    'limits/twins-agree',
    'limits/twins-agree',
    (p) =>
      onEverySuccess(p, (reply) => {
        setHeader(reply, 'X-RateLimit-Limit', '42');
        setHeader(reply, 'X-RateLimit-Remaining', '41');
      }),
  ),
  follows(
    'limits/value-not-integer[word]',
    'the limit is a word',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) => onEverySuccess(p, (reply) => setLimitHeaders(reply, 'Limit', 'plenty')),
  ),
  follows(
    'limits/value-not-integer[decimal]',
    'the remaining number has decimals',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(reply, 'Remaining', `${limitHeader(reply, 'RateLimit-Remaining')}.5`),
      ),
  ),
  stated(
    'limits/window-of-an-hour',
    'limits are per hour: RateLimit-Reset is an epoch time an hour ahead',
    'limits/per-minute',
    'limits/window-of-a-minute',
    (p) =>
      onEverySuccess(p, (reply) =>
        setHeader(reply, 'RateLimit-Reset', String(Math.floor(p.now() / 1000) + 3600)),
      ),
  ),
  chosen(
    'limits/window-of-an-hour[seconds]',
    'RateLimit-Reset is 3600',
    'limits/reset-within-a-minute',
    'limits/reset-within-a-minute',
    (p) => onEverySuccess(p, (reply) => setHeader(reply, 'RateLimit-Reset', '3600')),
  ),
  follows(
    'limits/reset-is-a-word',
    'RateLimit-Reset is a word',
    'limits/reset-unit',
    'limits/reset-is-a-time',
    (p) => onEverySuccess(p, (reply) => setHeader(reply, 'RateLimit-Reset', 'soon')),
  ),
  chosen(
    'limits/reset-is-a-date',
    'RateLimit-Reset is a date',
    'limits/reset-in-seconds',
    'limits/reset-in-seconds',
    (p) =>
      onEverySuccess(p, (reply) =>
        setHeader(reply, 'RateLimit-Reset', new Date(p.now() + 60_000).toUTCString()),
      ),
  ),
  follows(
    'limits/limit-varies',
    'the limit jumps from call to call',
    'limits/limit-is-steady',
    'limits/steady',
    (p) => {
      let calls = 0;
      onEverySuccess(p, (reply) => {
        calls += 1;
        if (calls % 2 === 0)
          setLimitHeaders(reply, 'Limit', String(limitHeader(reply, 'RateLimit-Limit') + 300));
      });
    },
  ),
  follows(
    'limits/request-counts-twice',
    'every request counts twice',
    'limits/one-per-request',
    'limits/one-per-request',
    (p) =>
      p.step('limit', 'everything', (_passage, go) => {
        go();
        return go();
      }),
  ),
  follows(
    'limits/headers-of-previous-caller',
    'the headers show the limit of the caller before',
    ['limits/per-caller', 'limits/one-per-request'],
    'limits/one-per-request',
    (p) => {
      const last = new Map<string, string>();
      let before = '';
      onEverySuccess(p, (reply, request) => {
        const key = request.bearer ?? '';
        last.set(key, header(reply, 'RateLimit-Remaining') ?? '');
        const other = last.get(before);
        if (before !== key && other !== undefined && other !== '') {
          setLimitHeaders(
            reply,
            'Remaining',
            String(Math.min(Number(other), limitHeader(reply, 'RateLimit-Limit'))),
          );
        }
        before = key;
      });
    },
  ),
  ...each(
    [
      ['DELETE', (request: ClientRequest) => request.method === 'DELETE'],
      ['PUT', (request: ClientRequest) => request.method === 'PUT'],
      ['the wallet', (request: ClientRequest) => request.operation === 'getWallet'],
      [
        'actions',
        (request: ClientRequest) => /\/(suspend|renew|cancel|terminate|unsuspend)$/.test(request.path),
      ],
    ] as const,
    ([what, fits]) =>
      stated(
        `limits/headers-missing-for-some[${what}]`,
        `answers to ${what} have no rate-limit headers`,
        ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
        'limits/ratelimit-limit',
        (p) =>
          p.reply('everything', (reply, request) => {
            if (isSuccess(reply) && fits(request)) for (const n of LIMIT_HEADERS) dropHeader(reply, n);
          }),
      ),
  ),
  stated(
    'limits/legacy-headers-missing-at-auth',
    'the legacy headers are missing on the auth endpoints',
    'limits/legacy-headers-on-success',
    'limits/x-ratelimit-limit',
    (p) =>
      p.reply(['login', 'refreshSession', 'verifyTwoFactor'], (reply) => {
        dropHeader(reply, 'X-RateLimit-Limit');
        dropHeader(reply, 'X-RateLimit-Remaining');
      }),
  ),
  follows(
    'limits/refused-requests-count-only',
    'the remaining number falls on refused requests only',
    'limits/remaining-falls',
    'limits/remaining-falls',
    (p) =>
      p.reply('everything', (reply) => {
        if (isSuccess(reply)) {
          setHeader(reply, 'RateLimit-Remaining', '500');
          setHeader(reply, 'X-RateLimit-Remaining', '500');
        }
      }),
  ),
  stated(
    'limits/headers-missing-on-downloads',
    'downloads carry no rate-limit headers',
    ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
    'limits/ratelimit-limit',
    (p) =>
      p.reply(['downloadInvoicePdf', 'downloadCertificate'], (reply) => {
        if (isSuccess(reply))
          for (const header of Object.keys(reply.headers))
            if (/ratelimit/i.test(header)) dropHeader(reply, header);
      }),
  ),
  stated(
    'limits/remaining-missing-on-201',
    'what is created is answered without RateLimit-Remaining',
    'limits/headers-on-success',
    'limits/ratelimit-remaining',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 201) dropHeader(reply, 'RateLimit-Remaining');
      }),
  ),
];
