// Tries attacks with documents and signals: hostile documents for `mock --openapi`, and SIGTERM while the mock is
// busy.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { converse } from './connection.ts';
import { MOCK_RSS, startMock } from './mock-server.ts';
import { type AttackHead, Findings, limitMs, pause, type Try, within } from './model.ts';
import { type Running, run } from './process.ts';
import { type Area, lastWords } from './shared-mock.ts';

const DOCUMENT = fileURLToPath(new URL('../../openapi/dist/openapi.json', import.meta.url));

type DocumentAttack = AttackHead & {
  /** name of the document's file, whose ending decides the format of the document */
  file: string;
  text(): string;
  /**
   * a request that the document makes dangerous; the mock must reply to the request or refuse the document at the
   * start
   */
  asks?: { path: string; body: string };
};

/** Returns the published document with the given regular expression as the pattern of a customer's first name. */
function withPattern(pattern: string): string {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    components: { schemas: Record<string, unknown> };
  };
  return JSON.stringify(document, (name, value) =>
    name === 'first_name' && typeof value === 'object' && value !== null
      ? { type: 'string', pattern }
      : value,
  );
}

const ALIASES = [
  'a: &a ["x","x","x","x","x","x","x","x","x"]',
  ...Array.from(
    'bcdefghij',
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${String.fromCharCode(97 + at)}`)
        .join(',')}]`,
  ),
].join('\n');

const documentAttacks: readonly DocumentAttack[] = [
  {
    id: 'document/alias-bomb',
    title: 'YAML aliases that unfold to 3.4 thousand million texts',
    file: 'a.yaml',
    text: () => `openapi: 3.1.0\n${ALIASES}\npaths: *j\n`,
  },
  {
    id: 'document/alias-cycle',
    title: 'a YAML alias that holds itself',
    file: 'a.yaml',
    text: () => 'openapi: 3.1.0\ninfo: &a {title: *a}\npaths: {}\n',
  },
  {
    id: 'document/deep',
    title: '100,000 nested lists',
    file: 'a.json',
    text: () => `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  },
  {
    id: 'document/reference-cycle',
    title: 'references that lead in a circle',
    file: 'a.json',
    text: () => '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}',
  },
  {
    id: 'document/reference-file',
    title: 'a reference to a file of the system',
    file: 'a.json',
    text: () => '{"openapi":"3.1.0","paths":{"/a":{"$ref":"/etc/passwd"}}}',
  },
  { id: 'document/not-a-document', title: 'no document', file: 'a.json', text: () => '[]' },
  {
    id: 'document/pattern',
    title: 'a pattern that takes for ever',
    file: 'a.json',
    text: () => withPattern('^(([a-z])+.)+[A-Z]([a-z])+$'),
    asks: {
      path: '/v1/customers',
      body: JSON.stringify({ email: 'a@example.org', first_name: `${'a'.repeat(40)}!`, last_name: 'x' }),
    },
  },
  {
    id: 'document/pattern-invalid',
    title: 'a pattern that is none',
    file: 'a.json',
    text: () => withPattern('(('),
  },
];

const moments: (AttackHead & { hold(port: number, authority: string): Promise<unknown> })[] = [
  {
    id: 'document/sigterm-uploads',
    title: 'SIGTERM while 50 uploads are under way',
    hold: held(50, 'POST /v1/customers HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\n\r\n{'),
  },
  {
    id: 'document/sigterm-streams',
    title: 'SIGTERM while 20 event streams are open',
    hold: held(20, 'GET /_mock/v1/events HTTP/1.1\r\nHost: {host}\r\n\r\n'),
  },
  {
    id: 'document/sigterm-waits',
    title: 'SIGTERM while a call waits for a request for a minute',
    hold: held(5, 'GET /_mock/v1/requests/wait?count=1000&timeout_ms=60000 HTTP/1.1\r\nHost: {host}\r\n\r\n'),
  },
  {
    id: 'document/sigterm-headers',
    title: 'SIGTERM while 50 connections send headers',
    hold: held(50, 'GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nX-A: '),
  },
];

function held(count: number, text: string): (port: number, authority: string) => Promise<unknown> {
  return (port, authority) =>
    Promise.all(
      Array.from({ length: count }, () =>
        converse([text, { waitMs: 8000 }], {
          port,
          fill: (one) => one.replaceAll('{host}', authority),
          replies: 0,
          patience: 9000,
        }),
      ),
    );
}

export const documentArea: Area = {
  name: 'document',
  attacks: () => [...documentAttacks, ...moments],
  async *tries(chosen) {
    for (const attack of chosen) {
      const began = performance.now();
      const findings = new Findings();
      const rssMb =
        'hold' in attack
          ? await term(attack as (typeof moments)[number], findings)
          : await serve(attack as DocumentAttack, findings);
      if (rssMb !== null && rssMb > MOCK_RSS)
        findings.add('wrong', `the mock took ${rssMb} MB; the limit is ${MOCK_RSS} MB`);
      yield {
        id: attack.id,
        verdict: findings.verdict,
        notes: findings.notes,
        rssMb,
        seconds: (performance.now() - began) / 1000,
      } satisfies Try;
    }
  },
};

/** Starts a mock on a document. Within 20 seconds the mock must serve the document, or end with a one-line error. */
async function serve({ file, text, asks }: DocumentAttack, findings: Findings): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'attack-'));
  let mock: Running | null = null;
  try {
    const path = join(folder, file);
    writeFileSync(path, text());
    mock = run(['mock', '--port', '0', '--log', 'json', '--limits', 'off', '--openapi', path], {
      heapMb: 256,
      cwd: folder,
    });
    const end = Date.now() + limitMs(20_000);
    while (Date.now() < end && mock.ended() === null && !mock.stdout().includes('\n')) await pause(20);
    const ended = mock.ended();
    if (ended === null && !mock.stdout().includes('\n'))
      findings.add('hang', 'the mock neither serves nor ends within 20 s');
    else if (ended !== null) {
      const lines = mock.stderr().trim().split('\n');
      if (ended !== 2) findings.add('crash', `the mock ended with ${ended}: ${lastWords(mock.stderr())}`);
      else if (lines.length !== 1) findings.add('wrong', `the refusal has ${lines.length} lines`);
    } else if (asks) {
      const { baseUrl, personas } = JSON.parse(mock.stdout().split('\n', 1)[0] ?? '') as {
        baseUrl: string;
        personas: { owner: { apiKey: string } };
      };
      const asked = fetch(baseUrl.replace('/v1', asks.path), {
        method: 'POST',
        headers: { authorization: `Bearer ${personas.owner.apiKey}`, 'content-type': 'application/json' },
        body: asks.body,
        signal: AbortSignal.timeout(limitMs(10_000)),
      }).then(
        ({ status }) => status,
        () => 0,
      );
      if ((await asked) === 0) findings.add('hang', 'the request is not answered within 10 s');
    }
    const running = mock.ended() === null;
    if ((await mock.stop()) === null && running)
      findings.add('hang', 'SIGTERM does not end the mock within 5 s');
    return mock.peakMb();
  } finally {
    await mock?.stop(1000);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function term({ hold }: (typeof moments)[number], findings: Findings): Promise<number | null> {
  const mock = await startMock();
  const under = hold(mock.port, mock.authority);
  await pause(300);
  if ((await mock.process.stop()) === null) findings.add('hang', 'SIGTERM does not end the mock within 5 s');
  else if (mock.process.ended() !== 0)
    findings.add('crash', `SIGTERM ended the mock with ${mock.process.ended()}`);
  await within(under, limitMs(10_000));
  return mock.process.peakMb();
}
