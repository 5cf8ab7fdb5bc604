// A client with tests of its own, which the tests of `cope` run as a user's command. FAULTS names the faults that it has,
// separated by commas.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const { HOSTING_BASE_URL, HOSTING_EMAIL, HOSTING_PASSWORD, HOSTING_JUNIT_FILE, FAULTS = '' } = process.env;
const faults = new Set(FAULTS.split(','));

type Json = Record<string, unknown>;
type Answer = { status: number; json: Json };

let token = '';

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

// Sends a request; waits and repeats where it may, and refreshes the session when it has ended.
async function call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const mayRepeat = method === 'GET' || key !== undefined || faults.has('repeats without a key');
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(`${HOSTING_BASE_URL}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => error);
    const isLast = attempt === 6;
    if (reply instanceof Error) {
      if (!mayRepeat || isLast) throw reply;
      continue;
    }
    if (!isLast && (reply.status === 429 || (reply.status === 503 && mayRepeat))) {
      const seconds = Number(reply.headers.get('retry-after') ?? 1);
      await sleep(faults.has('ignores Retry-After') ? 20 : seconds * 1000 + 20);
      continue;
    }
    if (!isLast && reply.status === 401 && token !== '' && !path.startsWith('/auth')) {
      token = String((await call('POST', '/auth/refresh')).json.token);
      continue;
    }
    const text = await reply.text();
    return { status: reply.status, json: text === '' ? {} : JSON.parse(text) };
  }
}

function assert(is: boolean, message: string): void {
  if (!is) throw new Error(message);
}

const messageOf = ({ json }: Answer): string => {
  const error = faults.has('error.message only') ? json.error : (json.error ?? json);
  return (error as { message: string }).message;
};

const refresh = (): Promise<Answer> => call('POST', '/auth/refresh');

const topUp = (key?: string): Promise<Answer> =>
  call('POST', '/wallet/topup', { amount: 1000, currency: 'EUR' }, key);

const tests: Record<string, () => Promise<void>> = {
  async 'logs in'() {
    const { status, json } = await call('POST', '/auth/login', {
      email: HOSTING_EMAIL,
      password: HOSTING_PASSWORD,
    });
    assert(status === 200, `the log-in has status ${status}`);
    token = String(json.token);
    if (faults.has('refreshes twice'))
      for (const { json: session } of await Promise.all([refresh(), refresh()]))
        token = String(session.token ?? token);
  },
  async 'shows a refusal'() {
    assert(messageOf(await call('POST', '/customers', { email: 'no' })).length > 0, 'no message');
  },
  async 'shows customers'() {
    const { json } = await call('GET', '/customers');
    const rows = json.data as { status: string; created_at: string }[];
    assert(rows.length > 0, 'no customers');
    if (faults.has('fails beside its tests') && 'x_extra' in json)
      results.push(
        '<testcase classname="runner" name="unhandled"><failure message="what is x_extra?"/></testcase>',
      );
    for (const { status, created_at } of rows) {
      if (faults.has('known states only')) assert(/^(in)?active$/.test(status), `what is ${status}?`);
      if (faults.has('whole seconds only')) assert(/:\d\dZ$/.test(created_at), `what is ${created_at}?`);
    }
  },
  async pays() {
    const headers = { authorization: `Bearer ${token}` };
    for (let asked = 0; faults.has('polls') && asked < 70; asked += 1)
      await fetch(`${HOSTING_BASE_URL}/wallet`, { headers });
    const { status } = await topUp(faults.has('repeats without a key') ? undefined : crypto.randomUUID());
    assert(status < 300, `the top-up has status ${status}`);
    if (faults.has('clicks twice')) await Promise.all([topUp(), topUp()]);
  },
  async 'is steady'() {
    assert(!faults.has('always fails'), 'it always fails');
    const file = process.env.MOODY_FILE;
    if (file === undefined) return;
    appendFileSync(file, '.');
    if (faults.has('hangs from the fourth run') && readFileSync(file).length > 3)
      await new Promise((done) => setTimeout(done, 600_000));
    if (faults.has('fails from the second run')) assert(readFileSync(file).length < 2, 'it fails for good');
    else assert(readFileSync(file, 'utf8').length !== 1, 'it fails the first time');
  },
};

// As a web server that a test runner starts in a group of its own, and leaves behind.
const { SERVER_FILE } = process.env;
if (SERVER_FILE !== undefined) {
  const program = `const { appendFileSync } = require('fs');
process.on('SIGTERM', () => { appendFileSync(process.argv[1], 'ended '); process.exit() });
appendFileSync(process.argv[1], 'begun ');
setInterval(() => {}, 1000)`;
  const before = existsSync(SERVER_FILE) ? readFileSync(SERVER_FILE).length : 0;
  spawn(process.execPath, ['-e', program, SERVER_FILE], { detached: true, stdio: 'ignore' }).unref();
  while (!existsSync(SERVER_FILE) || readFileSync(SERVER_FILE).length === before) await sleep(10);
}

const results: string[] = [];
for (const [name, test] of Object.entries(tests)) {
  const failure = await test().then(
    () => '',
    ({ message }: Error) => `<failure message="${message.replaceAll('"', '&quot;')}"/>`,
  );
  results.push(`<testcase classname="client" name="${name}">${failure}</testcase>`);
}
if (HOSTING_JUNIT_FILE !== undefined && !faults.has('writes no results'))
  writeFileSync(HOSTING_JUNIT_FILE, `<testsuites><testsuite>${results.join('')}</testsuite></testsuites>`);
process.exit(results.some((one) => one.includes('<failure')) ? 1 : 0);
