// What the views of the reference share: the document, and who sends the requests.
import { computed, signal } from '@preact/signals';
import { ControlError, control } from '../../api/client.ts';
import { OWN_REQUEST } from '../../api/platform.ts';
import { pagePath, worldInAddress } from '../../state/location.ts';
import { personas } from '../../state/world.ts';
import type { ApiRequest, FillInWorld } from './fill-in/world.ts';
import { type Reference, readDocument } from './model/document.ts';
import type { OpenApiDocument } from './model/openapi.ts';
import { createSearch } from './model/search.ts';

/** The document; null until it is loaded. */
export const reference = signal<Reference | null>(null);
/** Why the document could not be loaded; null when it could. */
export const referenceError = signal<Error | null>(null);
/** The search of the document. */
export const search = computed(() => (reference.value ? createSearch(reference.value) : () => []));
/** The persona that the user has chosen; null for the one that suits the operation. It holds for all operations. */
export const chosenPersona = signal<string | null>(null);

/** Returns the base URL of the API of the present world, which ends in `/v1`. */
export const apiBase = (): string => `${location.origin}${pagePath(worldInAddress.value)}v1`;

let loaded: { etag: string | null; address: string } | undefined;

/** Loads the document, and again only when the mock serves another one. */
export async function loadReference(): Promise<void> {
  try {
    const address = `${pagePath(worldInAddress.value)}_mock/docs/openapi.json`;
    const response = await fetch(address);
    if (!response.ok)
      throw new ControlError(response.status, {
        message: `The mock answered ${address} with status ${response.status}.`,
      });
    const etag = response.headers.get('etag');
    if (reference.value === null || etag === null || loaded?.etag !== etag || loaded.address !== address) {
      reference.value = readDocument((await response.json()) as OpenApiDocument);
      loaded = { etag, address };
    }
    referenceError.value = null;
  } catch (error) {
    referenceError.value = error instanceof Error ? error : new Error(String(error));
  }
}

/** The running world, as filling in sees it. Its requests are the console's own. */
export const runningWorld = (): FillInWorld => ({
  personas: personas.value,
  async send({ method, path, bearer, body }: ApiRequest) {
    const response = await fetch(`${apiBase()}${path}`, {
      method,
      headers: {
        ...OWN_REQUEST,
        ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
    });
    return { status: response.status, body: (await response.json().catch(() => undefined)) as unknown };
  },
  async codes() {
    const { codes } = await control('get', '/outbox');
    return Object.fromEntries(codes.map(({ persona, code }) => [persona, code]));
  },
});
