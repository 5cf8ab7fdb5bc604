// The keys of a mock in a terminal: a letter and Enter, as in Vite. The mode of the terminal stays as it is, so that Ctrl-C
// and Ctrl-Z work even while a request takes the whole process.
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { labText } from '../lab-text.ts';
import { openPage } from './open-page.ts';

type KeysOptions = {
  origin: string;
  /** the control token; null when none is required */
  token: string | null;
  fetch: (request: Request) => Promise<Response>;
  quit: () => void;
  input: NodeJS.ReadableStream;
  say: (text: string) => void;
};

type Key = readonly [letter: string, title: string, act: () => void | Promise<void>];

/** Reads lines of one letter, and does what the letter stands for. */
export function readKeys({ origin, token, fetch, quit, input, say }: KeysOptions): void {
  const control = async (path: string, body: object, shown: (reply: unknown) => string): Promise<void> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(new Request(`${origin}/_mock/v1${path}`, sent));
    const value = (await reply.json()) as { error?: { message: string } };
    say(value.error ? `error: ${value.error.message}` : shown(value));
  };
  const moved = (reply: unknown): string => labText('advanceClock', reply);
  const undone = (reply: unknown): string => labText('undo', reply);
  const keys: readonly Key[] = [
    ['o', 'open the console in the browser', () => openPage(`${origin}/`)],
    ['r', 'reset the world to its start', () => control('/reset', {}, () => RESET)],
    ['u', 'take the last reset back', () => control('/undo', {}, undone)],
    ['c', 'move the clock on by a day', () => control('/clock/advance', { by: 'P1D' }, moved)],
    ['q', 'quit', quit],
  ];
  say('  press h + Enter for the keys\n');
  createInterface({ input, terminal: false }).on('line', (line) => {
    const letter = line.trim().toLowerCase();
    if (letter === 'h') say(keys.map(([key, title]) => `  ${key} + Enter  ${title}`).join('\n'));
    const [, , act] = keys.find(([key]) => key === letter) ?? [];
    void Promise.resolve(act?.()).catch((error: unknown) => say(`error: ${error}`));
  });
}

const RESET = 'The world is as it was at its start. u + Enter takes that back.';

/** Reads keys from the terminal while the mock is in its foreground: a read in the background would stop the process. */
export function readTerminalKeys(options: Omit<KeysOptions, 'input' | 'say'>): void {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY || !isInForeground()) return;
  // The ready block is written before.
  setImmediate(() => readKeys({ ...options, input: stdin, say: (text) => void stdout.write(`${text}\n`) }));
  process.on('SIGCONT', () => (isInForeground() ? stdin.resume() : stdin.pause()));
}

// Reports whether the process belongs to the foreground of its terminal, which `ps` marks with a plus sign.
const isInForeground = (): boolean =>
  process.platform === 'win32' ||
  `${spawnSync('ps', ['-o', 'stat=', '-p', `${process.pid}`]).stdout}`.includes('+');
