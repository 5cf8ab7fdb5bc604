// A mock at a base URL: which web requests are for it, and how they are answered.
import type { App } from '../../src/server/app.ts';
import { answerRequest } from '../../src/server/http/fetch.ts';
import type { Tables } from '../../src/state/table.ts';

/** Which web requests are for a mock at a base URL, and what of them the mock is to see. */
export type MockedUrls = {
  /** everything below the base URL; beside it, where a mock has them, other worlds and the control API */
  matches(url: string): boolean;
  answer<T extends Tables>(app: App<T>, request: Request): Promise<Response>;
};

/**
 * @param baseUrl absolute, with the version: `https://api.example/v1`, `https://app.example/platform/v1`
 * @throws Error with one line, when it is no such URL
 */
export function mockedUrlsAt(baseUrl: string): MockedUrls {
  const base = URL.parse(baseUrl);
  if (!base || !/^https?:$/.test(base.protocol) || !/\/v1\/?$/.test(base.pathname)) {
    throw new Error(`${baseUrl} is no base URL of the API: give one such as https://api.example/v1.`);
  }
  const prefix = base.pathname.replace(/\/v1\/?$/, '');
  const below = (pathname: string): string | null =>
    pathname.startsWith(`${prefix}/`) && MOCK_PATHS.test(pathname.slice(prefix.length))
      ? pathname.slice(prefix.length)
      : null;

  return {
    matches(url) {
      const { origin, pathname } = new URL(url);
      return origin === base.origin && below(pathname) !== null;
    },
    answer: (app, request) =>
      answerRequest(request, app, (call) =>
        prefix === '' ? call : { ...call, path: below(call.path) ?? call.path, base: prefix },
      ),
  };
}

/** The API, a world's, and the back door of either. */
const MOCK_PATHS = /^(?:\/w\/[^/]+)?\/(?:v1|_mock)(?:\/|$)/;
