// Tests runs in which something in front of the API answers: a firewall, or a proxy that redirects to a log-in page.
import { expect, test } from 'vitest';
import { runSuite, verdicts } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const html = { 'content-type': 'text/html; charset=UTF-8', server: 'cloudflare', 'cf-ray': '8e6' };
const blocked = {
  status: 403,
  headers: html,
  body: '<!DOCTYPE html><title>Attention Required! | Cloudflare</title><div id="cf-error-details"></div>',
};

test('a call that a firewall answers is inconclusive and names the firewall', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && path.startsWith('/customers/') ? blocked : undefined;
  const report = await runSuite(target);
  expect(verdicts(report)).toMatchObject({
    'bodies/json': 'pass',
    'customers/readable': 'inconclusive',
    'customers/unknown': 'inconclusive',
    'customers/listed': 'pass',
  });
  expect(report.results.find(({ id }) => id === 'customers/unknown')?.message).toMatch(
    /^getCustomer was answered 403 by the firewall Cloudflare and not by the API: let the address of the suite pass/,
  );
});

test('a refusal of the API itself, behind the same product, is judged', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && path.startsWith('/customers/')
      ? { status: 403, headers: html, body: '<html><h1>Forbidden</h1></html>' }
      : undefined;
  expect(verdicts(await runSuite(target))['bodies/json']).toBe('fail');
});

test.each([
  ['a firewall', blocked, /403 \(a page of the firewall Cloudflare in front of the API\)/],
  [
    'a log-in page',
    { status: 302, headers: { location: 'https://sso.example.org/login?next=/v1' } },
    /302 \(a redirect to the log-in page https:\/\/sso\.example\.org\/login/,
  ],
  [
    'a redirect to https',
    { status: 301, headers: { location: 'https://127.0.0.1/v1/auth/login' } },
    /301 \(a redirect to https:\/\/127\.0\.0\.1\/v1\/auth\/login: give https:\/\/127\.0\.0\.1\/v1 as the base URL\)/,
  ],
  [
    'a redirect to a slash',
    { status: 308, headers: { location: '/v1/auth/login/' } },
    /308 \(a redirect to \/v1\/auth\/login\/: the addresses of the specification end without a slash\)/,
  ],
  [
    'a page',
    { status: 200, headers: html, body: '<!doctype html><form>Sign in</form>' },
    /200 without a token \(an HTML page: is it the API that answers here\?\)/,
  ],
])('a run of which %s answers every call ends vacuous and names it', async (_, reply, named) => {
  const target = tinyTarget();
  target.override = () => reply;
  const report = await runSuite(target, { rules: [] });
  expect(report.verdict).toBe('vacuous');
  expect(report.results.find(({ id }) => id === 'suite/credentials')?.message).toMatch(named);
});
