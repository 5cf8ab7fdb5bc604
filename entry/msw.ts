// `hosting-contract/msw`: the mock as request handlers for MSW, in a page or in a test process, without an open port.

import { type HttpHandler, http } from 'msw';
import { mockedUrlsAt } from './parts/base-url.ts';
import { type Mock, type MockOptions, openMock } from './parts/mock.ts';

export type { Mock, MockOptions, PersonaName } from './parts/mock.ts';
export type { MockWorld } from './parts/mock-world.ts';

/** Handlers for MSW's `setupServer` and `setupWorker`, with the mock that answers the requests. */
export type Handlers = HttpHandler[] & {
  /** The mock behind the handlers, with the members that `createMock` returns. */
  readonly mock: Mock;
};

/**
 * Creates a mock and handlers that answer every request below a base URL:
 * `setupServer(...handlers('https://api.example/v1'))`, `setupWorker(...handlers('/v1'))`. Beside the base URL, the
 * handlers also answer `/w/{name}/v1` (other worlds) and `/_mock/v1` (control API).
 * @param baseUrl the base URL with the version segment; in a page it may be relative to the page
 * @throws Error with one line for an invalid base URL; the same errors as `createMock` for invalid options
 */
export function handlers(baseUrl: string, options: MockOptions = {}): Handlers {
  const { location } = globalThis as { location?: { href: string } };
  const urls = mockedUrlsAt(URL.parse(baseUrl, location?.href)?.href ?? baseUrl);
  const { mock, app } = openMock(options);
  const handler = http.all(urls.pattern, ({ request }) => urls.answer(app, request));
  return Object.assign([handler], { mock });
}
