// A mock as environment variables: for the tests that `cope` runs, and in the file of `mock -o env`.
import { existsSync, readFileSync } from 'node:fs';
import type { Persona } from '../src/server/mock-definition.ts';
import { describeWriteError, writeFileAtomically } from '../src/suite/cli/report-files.ts';

/** Names the address of a mock, and the credentials of personas: those of the owner without a name, the others as `HOSTING_READ_ONLY_API_KEY`. */
export function environmentOf(
  origin: string,
  personas: Readonly<Record<string, Persona>>,
): Record<string, string> {
  const upper = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
  const credentials = Object.entries(personas).flatMap(
    ([name, { email, password, token, apiKey, totpSecret }]) =>
      Object.entries({ email, password, token, apiKey, totpSecret }).flatMap(([member, value]) =>
        value === undefined
          ? []
          : [[`HOSTING_${name === 'owner' ? '' : `${upper(name)}_`}${upper(member)}`, value]],
      ),
  );
  return {
    HOSTING_BASE_URL: `${origin}/v1`,
    HOSTING_CONTROL_URL: `${origin}/_mock/v1`,
    ...Object.fromEntries(credentials),
  };
}

const BEGIN = '# hosting-contract mock: written at each start, up to the line that says end';
const END = '# hosting-contract mock: end';

/**
 * Writes variables into a file such as `.env.local`. Of an existing file, only the lines that an earlier start has written are
 * replaced.
 * @throws Error with advice when the file cannot be read or written
 */
export function writeEnvironmentFile(file: string, variables: Readonly<Record<string, string>>): void {
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const block = [BEGIN, ...lines, END, ''];
  const problem = describeWriteError(
    file,
    () => {
      const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
      if (begin !== -1 && end < begin) throw new Error(`the line "${END}" is missing`);
      const head = begin === -1 ? before.replace(/[^\n]$/, '$&\n') : before.slice(0, begin);
      const tail = begin === -1 ? '' : before.slice(end + END.length).replace(/^\r?\n/, '');
      writeFileAtomically(file, `${head}${block.join('\n')}${tail}`, 0o600);
    },
    'file',
  );
  if (problem !== undefined) throw new Error(`-o env=${file}: ${problem}.`);
}
