// The tool, such as the console, that sent a request by itself and not because its user asked for it.
import type { LoggedRequest } from '../../server/request-log.ts';

/** The HTTP header by which a tool marks such requests. */
const HEADER = 'x-mock-tool';

/** The value of a filter that lists the requests of tools too. */
const ANY_TOOL = 'any';

/** Matches the name of a tool. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Returns the name of the tool that sent a request by itself, from the header `X-Mock-Tool`; null for every other
 * request, and when the header holds no name.
 */
export function toolOf({ context: { call } }: Pick<LoggedRequest, 'context'>): string | null {
  const name = call.headers[HEADER];
  return name !== undefined && NAME.test(name) && name !== ANY_TOOL ? name : null;
}

/** Tells whether a request has the wanted tool; undefined wants the requests that no tool sent. */
export const isOfTool = (logged: LoggedRequest, wanted: string | undefined): boolean =>
  wanted === ANY_TOOL || toolOf(logged) === (wanted ?? null);
