// Serves a mock to one tab without a port, so that pictures show the URL of the README whatever runs on this machine.
import type { Page } from '../chromium.ts';

const ORIGIN = 'http://127.0.0.1:4010';

/**
 * Routes the tab's requests for the mock's usual address to a mock.
 * @returns that address
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
