// Dredd's hooks: which of the documented replies are provoked, how, and what Dredd said of each.
const { createHmac } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const hooks = require('hooks');

const { ready, places, unknownId, out } = JSON.parse(readFileSync(process.env.PEERS_HOOKS, 'utf8'));
const said = [];

hooks.beforeEach((transaction, done) => {
  const [template = ''] = transaction.name.split(' > ');
  const method = transaction.request.method.toLowerCase();
  const place = places[`${method} ${template}`];
  const call = place && ready.calls.find(({ operation }) => operation === place);
  const status = Number(transaction.expected.statusCode);
  transaction.skip = !call || !provoke(transaction, call, template, method, status);
  done();
});

function provoke(transaction, call, template, method, status) {
  const { headers } = transaction.request;
  delete headers.Authorization;
  // One documented key for every request would make each a replay of the one before.
  delete headers['Idempotency-Key'];
  for (const name of Object.keys(transaction.expected.headers))
    if (/^(idempotent-replayed|retry-after|www-authenticate|content-disposition)$/i.test(name))
      delete transaction.expected.headers[name];
  let { params, body } = call;
  let as = call.as;
  if (status === 401) {
    if (as === null) return false;
    as = null;
  } else if (status === 403) {
    if (as !== 'owner' || method === 'get' || call.operation === 'checkDomain') return false;
    as = 'readOnly';
  } else if (status === 404) {
    if (params.id === undefined) return false;
    params = { ...params, id: unknownId };
  } else if (status === 422) {
    if (body === undefined || Object.keys(body).length === 0) return false;
    body = Object.fromEntries(Object.keys(body).map((name) => [name, { no: 'such value' }]));
  } else if (status >= 300) return false;
  else if (call.operation === 'verifyTwoFactor') body = { ...body, totp_code: oneTimeCode() };
  if (as !== null) headers.Authorization = `Bearer ${ready.tokens[as]}`;
  transaction.fullPath = `/v1${template.replace(/\{(\w+)\}/g, (_, name) => params[name])}`;
  if (body === undefined) {
    transaction.request.body = '';
    delete headers['Content-Type'];
  } else {
    transaction.request.body = JSON.stringify(body);
    headers['Content-Type'] = 'application/json';
  }
  return true;
}

/** The code an authenticator app shows now (RFC 6238). */
function oneTimeCode() {
  const letters = ready.target.credentials.twoFactor.totpSecret;
  const bits = [...letters].map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  );
  const secret = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest[19] & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

hooks.afterEach((transaction, done) => {
  const { name, skip, test, errors, request } = transaction;
  if (!skip) {
    const fields = transaction.results?.fields ?? {};
    const wrong = Object.entries(fields).filter(([, { valid }]) => valid === false);
    for (const [field, { errors: list = [] }] of wrong)
      for (const { message } of list) said.push(`${request.method} ${name}: ${field}: ${message}`);
    if (wrong.length === 0 && test?.status === 'fail')
      said.push(`${request.method} ${name}: ${test.message || JSON.stringify(errors)}`);
  }
  done();
});

hooks.afterAll((transactions, done) => {
  for (const { name, request, test } of transactions)
    if (test?.status === 'fail' && !said.some((one) => one.startsWith(`${request.method} ${name}: `)))
      said.push(`${request.method} ${name}: ${test.message}`);
  writeFileSync(out, JSON.stringify({ said }));
  done();
});
