// Test helper: runs a command line in the process of the test, in a tenth of the time of a process of its own. Commands
// that serve, listen or check a deployment need one (processes.ts).
import { format } from 'node:util';
import { type MockInstance, vi } from 'vitest';
import { runCommandLine } from '../program.ts';

/** Runs a command line, and returns its exit code and what it printed. */
export async function call(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let code: number | undefined;
  const spies: MockInstance[] = [];
  const [out, err] = (['stdout', 'stderr'] as const).map((name) => {
    const chunks: Buffer[] = [];
    const write = (text: string | Uint8Array): boolean =>
      code === undefined && chunks.push(Buffer.from(text as string)) > 0;
    const line = (...values: unknown[]): void => void write(`${format(...values)}\n`);
    spies.push(vi.spyOn(process[name], 'write').mockImplementation(write));
    spies.push(vi.spyOn(console, name === 'stdout' ? 'log' : 'error').mockImplementation(line));
    return chunks;
  });
  const exit = (given?: number | string | null): never => {
    code ??= Number(given ?? process.exitCode ?? 0);
    throw new Error(`The command line ended with ${code}.`);
  };
  spies.push(vi.spyOn(process, 'exit').mockImplementation(exit));
  const [before, listeners] = [process.exitCode, process.stdout.listeners('error')];
  process.exitCode = undefined;
  try {
    await runCommandLine(['node', 'hosting-contract', ...args]);
    code ??= Number(process.exitCode ?? 0);
  } catch (error) {
    if (code === undefined) throw error;
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
    for (const one of process.stdout.listeners('error'))
      if (!listeners.includes(one)) process.stdout.off('error', one as () => void);
  }
  return { code, out: String(Buffer.concat(out ?? [])), err: String(Buffer.concat(err ?? [])) };
}

/** Runs a command line in a folder. */
export async function callIn(cwd: string, ...args: string[]): ReturnType<typeof call> {
  const before = process.cwd();
  process.chdir(cwd);
  return call(...args).finally(() => process.chdir(before));
}
