// Opens a page in the system's browser.
import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the system's browser. If no browser can be started, prints a line on standard error. */
export function openPage(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    process.stderr.write(`No browser could be opened (${command}). Open ${url} yourself.\n`),
  );
  child.unref();
}
