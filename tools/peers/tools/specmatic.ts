// Runs Specmatic, which makes contract tests from a recorded example of every operation, and resiliency tests from
// changed examples.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operation } from '../../../src/contract/operations.ts';
import { documents, PREPARED } from '../prepared.ts';
import { execute, startServer } from '../run.ts';
import type { Ready } from '../server-ready.ts';
import { HOME, stableMessage, type Tool } from '../tool.ts';
import { send, stepsOf } from '../walk.ts';
import { UNKNOWN_ID } from './dredd.ts';

const JAR = join(HOME, 'node_modules/specmatic/specmatic.jar');

/** Writes the recorded examples in Specmatic's format: a request, and the expected status. */
async function writeExamples(folder: string, ready: Ready): Promise<void> {
  const replies = await recorded();
  mkdirSync(folder, { recursive: true });
  for (const [at, { method, path, token, body, call, title }] of stepsOf(ready, UNKNOWN_ID).entries()) {
    if (title !== 'a good call') continue;
    const example = {
      'http-request': {
        method,
        path,
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      },
      'http-response': replies[call.operation] ?? { status: operation(call.operation).success },
    };
    const name = `${String(at).padStart(3, '0')}-${call.operation}.json`;
    writeFileSync(join(folder, name), JSON.stringify(example));
  }
}

const UNDECLARED = new Set(['getEmailService', 'getTicket', 'createMailbox', 'createTicketReply']);

/**
 * Returns a JSON reviver that removes the members that the document does not describe for an operation, because
 * Specmatic rejects an example that has such members.
 */
function spare(id: string): (name: string, value: unknown) => unknown {
  return (name, value) => {
    if (name === 'tenant_id' && UNDECLARED.has(id)) return undefined;
    if (name === 'config') return {};
    return name === 'data' && Array.isArray(value) ? value.slice(0, 1) : value;
  };
}

/** Records the replies of the mock to the prepared calls, because Specmatic needs a reply for each request. */
async function recorded(): Promise<Record<string, object>> {
  const file = join(PREPARED, 'replies.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
  const server = await startServer(null, 'off');
  const replies: Record<string, object> = {};
  try {
    for (const step of stepsOf(server.ready, UNKNOWN_ID)) {
      if (step.title !== 'a good call') continue;
      const { status, headers, text } = await send(server.ready.baseUrl, step);
      const type = headers.get('content-type') ?? '';
      const body: unknown = /json/.test(type) ? JSON.parse(text, spare(step.call.operation)) : '';
      replies[step.call.operation] = { status, headers: { 'Content-Type': type }, body };
    }
  } finally {
    await server.stop();
  }
  writeFileSync(file, JSON.stringify(replies));
  return replies;
}

/** Runs Specmatic on a server of the comparison. */
export const specmatic: Tool = {
  name: 'Specmatic',
  version: '2.55.1',
  how: 'An external example for every operation (good id, body, token), resiliency tests on (`enable: all`).',
  patience: 400,
  missing: () =>
    !existsSync(JAR)
      ? 'it is not installed'
      : spawnSync('java', ['-version']).status === 0
        ? null
        : 'it needs Java, and there is none',
  async run({ ready, folder, patience }) {
    const examples = join(folder, 'examples');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await writeExamples(examples, ready);
    writeFileSync(join(folder, 'contract.json'), readFileSync(documents(ready.calls).plain));
    writeFileSync(
      join(folder, 'specmatic.json'),
      JSON.stringify({
        version: 2,
        contracts: [{ provides: ['./contract.json'] }],
        test: { resiliencyTests: { enable: 'all' }, maxTestRequestCombinations: 1 },
      }),
    );
    const junit = join(folder, 'junit');
    const { late } = await execute(
      [
        'java',
        ...[
          '-Xmx1g',
          '-XX:+UseSerialGC',
          '-XX:TieredStopAtLevel=1',
          '-jar',
          JAR,
          'test',
          `--testBaseURL=${ready.baseUrl}`,
        ],
        ...[`--examples=${examples}`, `--junitReportDir=${junit}`, '--config=specmatic.json'],
      ],
      folder,
      patience,
      { bearerAuth: String(ready.tokens.owner), MAX_TEST_REQUEST_COMBINATIONS: '1' },
    );
    const [file] = existsSync(junit) ? readdirSync(junit) : [];
    if (file === undefined)
      return { alarms: [], incompleteBecause: late ? 'it took too long' : 'it ended without a report' };
    return { alarms: failures(readFileSync(join(junit, file), 'utf8')).map(stableMessage) };
  },
};

/**
 * Returns the failures in a JUnit report: the operation, the place and the kind of difference, without the values,
 * which differ in every run.
 */
function failures(xml: string): string[] {
  return [...xml.matchAll(/<failure message="([^"]*)"/g)].flatMap(([, escaped = '']) => {
    const text = escaped
      .replaceAll('&#10;', '\n')
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&');
    const [, api = ''] = /^API: (.*)$/m.exec(text) ?? [];
    const places = text.split(/^ *>> /m).slice(1);
    if (places.length === 0) return [`${api}: ${text.replace(/^.*\nAPI: .*$/m, '').trim()}`];
    return places.map((place) => {
      const [where = '', ...rest] = place.split('\n').map((line) => line.trim());
      const said = rest.filter(
        (line) => line !== '' && !/^(R\d+:|Documentation:|Summary:|\{|at )/.test(line),
      );
      return `${api}: ${where}: ${(said[0] ?? '').replace(/("[^"]*"|contained value .*)$/, '…')}`;
    });
  });
}
