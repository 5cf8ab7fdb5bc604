// Serves a mock at a base URL: selects the web requests that belong to the mock and answers them.
import type { App } from '../../src/server/app.ts';
import { answerRequest } from '../../src/server/http/fetch.ts';
import type { Tables } from '../../src/state/tables/table.ts';

/** The URLs that a mock serves at a base URL. */
export type MockedUrls = {
  /**
   * Reports whether a URL belongs to the mock: below the base URL, or one of the paths of other worlds and the
   * control API beside it.
   */
  matches(url: string): boolean;
  /** Matches the URLs that belong to the mock, for libraries that want a pattern. */
  readonly pattern: RegExp;
  /** Answers a request to one of the mock's URLs. */
  answer<T extends Tables>(app: App<T>, request: Request): Promise<Response>;
};

/**
 * Describes the URLs of a mock at a base URL.
 * @param baseUrl an absolute URL with the version segment: `https://api.example/v1`,
 * `https://app.example/platform/v1`
 * @throws Error with one line when `baseUrl` is not such a URL
 */
export function mockedUrlsAt(baseUrl: string): MockedUrls {
  const base = URL.parse(baseUrl);
  if (!base || !/^https?:$/.test(base.protocol) || !/\/v1\/?$/.test(base.pathname)) {
    throw new Error(`${baseUrl} is no base URL of the API: give one such as https://api.example/v1.`);
  }
  const prefix = base.pathname.replace(/\/v1\/?$/, '');
  const start = `${base.origin}${prefix}`.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = new RegExp(`^${start}${MOCK_PATHS}(?:[/?#]|$)`);
  return {
    pattern,
    matches: (url) => pattern.test(new URL(url).href),
    answer: (app, request) =>
      answerRequest(request, app, (call) =>
        prefix === '' ? call : { ...call, path: call.path.slice(prefix.length), base: prefix },
      ),
  };
}

/** The paths of the API and of the control API, for the main world and for named worlds, as a regular expression. */
const MOCK_PATHS = '(?:/w/[^/?#]+)?/(?:v1|_mock)';
