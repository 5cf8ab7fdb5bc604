// Opens a page of the mock in the user's browser, by what the system has for that.

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Asks the system to show a URL. That it could not is said on standard error; the mock runs on. */
export function openPage(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = process
    .getBuiltinModule('child_process')
    .spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    process.stderr.write(`No browser could be opened (${command}). Open ${url} yourself.\n`),
  );
  child.unref();
}
