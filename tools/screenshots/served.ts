// Serves a mock to one browser tab without a port, so that screenshots show the URL of README.md even when another
// program uses its port.
import type { Page } from '../chromium.ts';

const ORIGIN = 'http://127.0.0.1:4010';

/**
 * Passes the requests that a browser tab sends to the mock's usual address on to the given mock.
 * @returns the mock's usual address
 */
export async function serveToTab(
  tab: Page,
  { fetch }: { fetch(request: Request): Promise<Response> },
): Promise<string> {
  await tab.route(`${ORIGIN}/**`, async (route) => {
    const request = route.request();
    const body = request.postData();
    const reply = await fetch(
      new Request(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(body !== null && { body }),
      }),
    );
    await route.fulfill({
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: Buffer.from(await reply.arrayBuffer()),
    });
  });
  return ORIGIN;
}
