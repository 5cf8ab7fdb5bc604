// Calls the control API from a page of another origin, which `--cors` must allow.
import { requestControl, type Schema } from '../api/request.ts';
import { readEvents } from '../api/sse.ts';

/** A request in the log of the mock. */
export type LoggedRequest = Schema<'Request'>;
/** Why a request got its reply. */
export type Explanation = Schema<'Explanation'>;

/** The mock that the overlay watches, as the attributes of its script element name it. */
export type OverlayTarget = {
  /** the origin of the script, such as `http://127.0.0.1:4010` */
  origin: string;
  /** the world that the app uses; the main world when null */
  world: string | null;
  /** the control token; null when the mock requires none */
  token: string | null;
};

/** Reads the address of the mock from the script element that loads the overlay. */
export function targetOf(script: HTMLScriptElement): OverlayTarget {
  const { world = null, token = null } = script.dataset;
  return { origin: new URL(script.src).origin, world, token };
}

/**
 * Calls the control API.
 * @throws Error with the message of the mock; a page that is not allowed gets a sentence that names the flag
 */
export async function callControl<T>(
  target: OverlayTarget,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const reply = await open(target, path, { method, ...(body && { body: JSON.stringify(body) }) });
  return (await reply.json()) as T;
}

function open({ origin, world, token }: OverlayTarget, path: string, init: RequestInit): Promise<Response> {
  const base = world === null ? '' : `/w/${encodeURIComponent(world)}`;
  const unreachable = `${origin} does not answer this page. Start the mock with --cors ${location.origin}.`;
  const options = { token, unreachable };
  return requestControl(`${origin}${base}/_mock/v1${path}`, { ...init, credentials: 'omit' }, options);
}

/** Tells whether a page of this origin sent a request, and no tool such as the console by itself. */
export const isOfPage = ({ page, tool }: LoggedRequest): boolean => page === location.origin && tool === null;

/** The time until the event stream is opened again after it broke, in ms. */
const RETRY_MS = 2000;

/**
 * Follows the requests to the mock until the page is closed.
 * @param onRequest receives each request that a page of this origin sent
 * @param onState receives null when the stream is open, and the reason when it is not
 */
export async function followRequests(
  target: OverlayTarget,
  onRequest: (request: LoggedRequest) => void,
  onState: (problem: string | null) => void,
): Promise<never> {
  for (;;) {
    try {
      const reply = await open(target, '/events', {});
      onState(null);
      for await (const { type, data } of readEvents(reply)) {
        const request = type === 'request' ? (JSON.parse(data) as LoggedRequest) : null;
        if (request !== null && isOfPage(request)) onRequest(request);
      }
      onState('The mock has closed the connection.');
    } catch (error) {
      onState(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
