// Browser version of `page-files.ts`. The service worker loads the files of the console from one file beside its script.
// In a page there are none.

let files: ReadonlyMap<string, string> | undefined;

/** Returns all files of the console; while their file cannot be loaded, a page that says how to write it. */
export async function consoleFiles(_refresh: boolean): Promise<ReadonlyMap<string, string>> {
  if (!('registration' in globalThis)) return new Map();
  const { location } = globalThis as unknown as { location: { href: string } };
  const { pathname } = new URL(location.href);
  const path = pathname.replace(/(?:\.js)?$/, '.console.json');
  files ??= await fetch(path)
    .then(async (reply) => new Map(Object.entries((await reply.json()) as Record<string, string>)))
    .catch(() => undefined);
  const missing = `There is no ${path}: npx hosting-contract worker --out public${pathname} writes it.`;
  return files ?? new Map([['index.html', missing]]);
}
