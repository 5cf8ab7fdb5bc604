// Sends requests to the control API, for the console and for the overlay.
import type { components } from './generated/control.ts';

/** A schema of the control API, such as `Schema<'Request'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A call that the control API refused, or that did not reach the mock (status 0, code `UNREACHABLE`). */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  /** what is wrong with the sent values, by JSON pointer */
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(status: number, { code = '', message = '', errors = {} }: Partial<Schema<'Error'>['error']>) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

type Options = {
  /** the control token; null for none */
  token: string | null;
  /** the message when the mock does not answer */
  unreachable: string;
};

// `fetch` as it was when this module was loaded. An app with the overlay may replace it later, for example to log all
// requests, and is not to see those of the overlay, which carry the control token.
const pageFetch = globalThis.fetch.bind(globalThis);

/**
 * Sends a request to the control API.
 * @throws ControlError when the reply is no success, or there is none
 * @throws DOMException AbortError when the signal of `init` aborts
 */
export async function requestControl(
  url: string,
  init: RequestInit,
  { token, unreachable }: Options,
): Promise<Response> {
  const headers = {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
  };
  let response: Response;
  try {
    response = await pageFetch(url, { ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ControlError(0, { code: 'UNREACHABLE', message: unreachable });
  }
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as Partial<Schema<'Error'>>;
  const message = `The mock replied with status ${response.status}.`;
  throw new ControlError(response.status, { message, ...error });
}
