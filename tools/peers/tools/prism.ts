// Runs Prism as a proxy between a plain client and the server: Prism validates the replies against the document, and
// sends no requests of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/process.ts';
import { documents } from '../prepared.ts';
import { stableMessage, type Tool } from '../tool.ts';
import { type Answered, send, stepsOf } from '../walk.ts';
import { UNKNOWN_ID } from './dredd.ts';

const PRISM = fileURLToPath(
  new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
);

type Violation = { location?: string[]; message: string };

/** Runs Prism as a proxy between the plain client and a server of the comparison. */
export const prism: Tool = {
  name: 'Prism (proxy)',
  version: '5.16.0',
  how: 'Passive: a plain client sends every operation a good call, then one without a token, with an unknown id, with fields of a wrong type and with a key that may only read, all through `prism proxy`. An alarm is a violation that Prism reports of a reply, or a reply it does not let through; whether the status was the right one for the request is not its business.',
  patience: 150,
  missing: () => (existsSync(PRISM) ? null : 'npm ci in the project brings it'),
  async run({ ready, patience }) {
    const port = await freePort();
    const args = [PRISM, 'proxy', documents(ready.calls).full, ready.baseUrl];
    const child = spawn(process.execPath, [...args, '-p', String(port), '-h', '127.0.0.1', '-v', 'fatal'], {
      stdio: 'ignore',
    });
    const end = Date.now() + patience;
    const alarms: string[] = [];
    try {
      while (!(await answers(port))) {
        if (Date.now() > end) return { alarms, incompleteBecause: 'Prism did not start' };
        await new Promise((later) => setTimeout(later, 100));
      }
      for (const step of stepsOf(ready, UNKNOWN_ID)) {
        if (Date.now() > end) return { alarms, incompleteBecause: 'it took too long' };
        const name = `${step.call.operation}, ${step.title}`;
        let answer: Answered;
        try {
          answer = await send(`http://127.0.0.1:${port}`, step);
        } catch {
          alarms.push(`${name}: no answer`);
          continue;
        }
        const header = answer.headers.get('sl-violations');
        for (const { location = [], message } of violationsOf(header))
          if (location[0] === 'response')
            alarms.push(stableMessage(`${name}: ${answer.status} ${location.join('.')} ${message}`));
        if (header === null && answer.headers.get('content-type') === 'application/problem+json')
          alarms.push(stableMessage(`${name}: ${answer.status} ${answer.text}`));
      }
    } finally {
      child.kill('SIGKILL');
    }
    return { alarms };
  },
};

/**
 * Parses the violations in the HTTP header that Prism adds to a reply. Prism cuts a long header off, so only the
 * complete violations are returned.
 */
function violationsOf(header: string | null): Violation[] {
  if (header === null) return [];
  if (header.startsWith('[')) return JSON.parse(header) as Violation[];
  const list = header.slice(header.indexOf('['));
  const end = list.lastIndexOf('},{');
  return end < 0 ? [{ location: ['response'], message: header }] : JSON.parse(`${list.slice(0, end)}}]`);
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/auth/me`, { signal: AbortSignal.timeout(3000) }).then(
    () => true,
    () => false,
  );
