// Calls the control API, with the types of openapi/control.yaml.
import { signal } from '@preact/signals';
import { pagePath, worldInAddress } from '../state/location.ts';
import type { paths } from './generated/control.ts';
import { ControlError, requestControl } from './request.ts';

export type { Schema } from './request.ts';
export { ControlError };

type MethodOf<Path extends keyof paths> = keyof paths[Path] & ('get' | 'post' | 'put' | 'delete');
type JsonOf<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : unknown;
type ResultOf<Operation> = Operation extends { responses: infer Responses }
  ? JsonOf<Responses[Extract<keyof Responses, 200 | 201>]>
  : unknown;
type ParametersOf<Operation, In extends 'path' | 'query'> = Operation extends {
  parameters: { [P in In]?: infer Values };
}
  ? Values & object
  : Record<never, never>;
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? JsonOf<Exclude<Body, undefined>>
  : never;

type Options<Operation> = {
  path?: ParametersOf<Operation, 'path'>;
  query?: ParametersOf<Operation, 'query'>;
  body?: BodyOf<Operation>;
  signal?: AbortSignal;
};

/** True while the mock refuses calls because they lack the control token. */
export const tokenRequired = signal(false);

const TOKEN_KEY = 'control-token';

/** Keeps the control token until the tab is closed. */
export function setControlToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/**
 * Calls the control API for the present world.
 * @throws ControlError when the mock refuses the call or cannot be reached
 * @throws DOMException AbortError when `signal` aborts
 */
export async function control<Path extends keyof paths, M extends MethodOf<Path>>(
  method: M,
  path: Path,
  { path: names, query, body, signal }: Options<paths[Path][M]> = {},
): Promise<ResultOf<paths[Path][M]>> {
  const values = { ...names } as Record<string, string | number>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(String(values[name] ?? '')));
  const parameters = new URLSearchParams(
    Object.entries({ ...query }).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
    ),
  ).toString();
  const response = await send(`${filled}${parameters === '' ? '' : `?${parameters}`}`, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return (await response.json()) as ResultOf<paths[Path][M]>;
}

// Writes a name as one segment of a path. Throws ControlError for `.` and `..`, from which a browser makes another path
// even when they are encoded.
function segmentOf(name: string): string {
  if (name === '.' || name === '..')
    throw new ControlError(404, { code: 'NOT_FOUND', message: `There is nothing with the name ${name}.` });
  return encodeURIComponent(name.toWellFormed());
}

/**
 * Sends a request to the control API, with the control token when there is one.
 * @param path the path below `/_mock/v1`
 * @param world the world that it is about; null for the main world
 * @throws ControlError when the reply is no success, or there is none
 */
export async function send(
  path: string,
  init: RequestInit = {},
  world = worldInAddress.value,
): Promise<Response> {
  const url = `${pagePath(world)}_mock/v1${path}`;
  const token = sessionStorage.getItem(TOKEN_KEY);
  try {
    const response = await requestControl(
      url,
      { ...init, cache: 'no-store' },
      { token, unreachable: UNREACHABLE },
    );
    tokenRequired.value = false;
    return response;
  } catch (error) {
    if (error instanceof ControlError && error.status === 403 && /control.token/i.test(error.message))
      tokenRequired.value = true;
    throw error;
  }
}

const UNREACHABLE = 'The mock does not answer. Is it still running?';

/** How long the browser may take to begin with saving a file, in ms. */
const SAVING_MS = 60_000;

/**
 * Saves the reply to a GET of the control API as a file.
 * @param path the path below `/_mock/v1`
 * @throws ControlError when the mock refuses the call
 */
export async function downloadFile(path: string, name: string): Promise<void> {
  const blob = await (await send(path)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
