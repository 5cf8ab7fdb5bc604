// Starts `mock --state sqlite:…` as a process that can be killed at any moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/hosting-contract.ts', import.meta.url));

export type MockProcess = {
  readonly origin: string;
  /** the API keys of the personas, by name */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** how long the start took, from the process to the line that says where it listens, in ms */
  readonly startMs: number;
  /** Ends the process with SIGKILL and waits for its end. */
  kill(): Promise<void>;
};

export type StartOptions = {
  /** the program; default: the command line from the sources */
  program?: string | undefined;
  /** a module that is loaded before the program and plants a fault */
  fault?: URL | undefined;
  /** further flags of `hosting-contract mock` */
  flags?: readonly string[];
  /** kills the process so many ms after its start, when it does not listen yet */
  killAfterMs?: number;
};

/**
 * Starts a mock on a file.
 * @returns null when it was killed before it listened
 * @throws Error when it ends by itself
 */
export async function startMock(
  file: string,
  { program = PROGRAM, fault, flags = [], killAfterMs }: StartOptions = {},
): Promise<MockProcess | null> {
  const begin = performance.now();
  const all = ['--port', '0', '--log', 'json', '--limits', 'off', '--state', `sqlite:${file}`, ...flags];
  const args = [...(fault ? ['--import', fault.href] : []), program, 'mock', ...all];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (): void => void child.kill('SIGKILL');
  // Before the folder of the file is removed.
  process.prependOnceListener('exit', end);
  const ended = once(child, 'exit').finally(() => process.off('exit', end));
  const timer = killAfterMs === undefined ? undefined : setTimeout(end, killAfterMs);
  let [output, errors] = ['', ''];
  child.stderr.on('data', (text) => (errors += text));
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => {
      output += text;
      if (output.includes('\n')) resolve(output.split('\n')[0] ?? '');
      if (output.includes('\n')) output = '\n';
    });
  });
  const line = await Promise.race([listening, ended.then(() => null)]);
  clearTimeout(timer);
  if (line === null && child.signalCode === 'SIGKILL') return null;
  if (line === null) throw new Error(`The mock ended with ${child.exitCode}: ${errors}`);
  const { baseUrl, personas } = JSON.parse(line) as {
    baseUrl: string;
    personas: Record<string, { apiKey: string }>;
  };
  return {
    origin: new URL(baseUrl).origin,
    apiKeys: Object.fromEntries(Object.entries(personas).map(([name, { apiKey }]) => [name, apiKey])),
    startMs: performance.now() - begin,
    async kill() {
      end();
      await ended;
    },
  };
}
