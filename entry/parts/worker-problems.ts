// Says why a page cannot have the mock's service worker, and what to do about it.

/** Returns why the page is outside of the worker's scope; null when it is inside. */
export function scopeProblem(address: URL, scope: string | undefined, page: string): string | null {
  const allowed = new URL(scope ?? './', scope === undefined ? address : page);
  const { origin, pathname } = new URL(page);
  if (address.origin !== origin)
    return `The service worker has to be a file of the page's own origin, ${origin}, and ${address.href} is not.`;
  if (pathname.startsWith(allowed.pathname)) return null;
  return `${allowed.pathname} is the scope of the service worker, and the page ${pathname} is outside of it: ${
    scope === undefined
      ? `serve the file from / (in most projects public/hosting-mock.js), or give the \`scope\` '/' and serve ${address.pathname} with the header Service-Worker-Allowed: /.`
      : 'give a `scope` that contains the page.'
  }`;
}

/** Returns why the browser refused to register the worker: looks at what the server sends for its file. */
export async function registrationProblem(
  { href, pathname }: URL,
  scope: string | undefined,
  error: unknown,
): Promise<string> {
  const write = `Write it with \`npx hosting-contract worker --out public${pathname}\`, or say where it is with \`url\`.`;
  const said = error instanceof Error ? error.message : String(error);
  let reply: Response;
  try {
    reply = await fetch(href, { cache: 'no-store' });
  } catch {
    return `${pathname} cannot be loaded. ${said}`;
  }
  const type = reply.headers.get('content-type') ?? 'of no type';
  await reply.body?.cancel();
  if (!reply.ok)
    return `There is no service worker at ${pathname}: the server answers ${reply.status}. ${write}`;
  if (!/^(?:text|application)\/(?:x-)?(?:java|ecma)script/i.test(type))
    return `There is no service worker at ${pathname}: what the server sends is ${type}, not JavaScript${type.startsWith('text/html') ? '; many development servers answer an unknown path with the page itself' : ''}. ${write}`;
  if (scope !== undefined && /scope/i.test(said))
    return `The browser refuses the scope ${scope}: serve ${pathname} with the header Service-Worker-Allowed: ${scope}, or leave the scope out. ${said}`;
  return `The browser refuses the service worker ${pathname}: ${said}`;
}
