// The mock as handlers for MSW: answered where MSW runs, in a page or in a test's process, without a port.

import { mockedUrlsAt } from './base-url.ts';
import { type Mock, type MockOptions, openMock } from './mock.ts';
import { type HttpHandler, mswApi } from './msw-api.ts';

const { http } = await mswApi();

/** Handlers as MSW takes them, and the mock behind them. */
export type Handlers = HttpHandler[] & {
  /** its worlds, clock, personas, `reset()`: as of `createMock` */
  readonly mock: Mock;
};

/**
 * Has everything below a base URL answered by a mock of its own: `setupServer(...handlers('https://api.example/v1'))`,
 * `setupWorker(...handlers('/v1'))`. Beside it answer `/w/{name}/v1` for other worlds and `/_mock/v1`, the control API.
 * @param baseUrl with the version; relative to the page where there is one
 * @throws Error with one line, when that is no base URL or there is no world of the name
 */
export function handlers(baseUrl: string, options: MockOptions = {}): Handlers {
  const { location } = globalThis as { location?: { href: string } };
  const urls = mockedUrlsAt(URL.parse(baseUrl, location?.href)?.href ?? baseUrl);
  const { mock, app } = openMock(options);
  const handler = http.all(
    ({ request }) => urls.matches(request.url),
    ({ request }) => urls.answer(app, request),
  );
  return Object.assign([handler], { mock });
}
