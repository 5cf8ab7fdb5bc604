// What the views share about the API's document: the document itself, and the running world that requests are filled in
// from.
import { computed, signal } from '@preact/signals';
import type { OpenApiDocument } from '../../../contract/openapi.ts';
import { ControlError } from '../../api/client.ts';
import { pagePath, worldInAddress } from '../../state/location.ts';
import { type Reference, readDocument } from './model/document.ts';
import { createSearch } from './model/search.ts';

/** The document; null until it is loaded. */
export const reference = signal<Reference | null>(null);
/** The search of the document; it finds nothing until the document is loaded. */
export const searchReference = computed(() => (reference.value ? createSearch(reference.value) : () => []));
/** Why the document could not be loaded; null when it could. */
export const referenceError = signal<Error | null>(null);

/** Returns the document, in a component that is shown only when it is loaded. */
export function loadedReference(): Reference {
  if (reference.value === null) throw new Error('The document is not loaded yet.');
  return reference.value;
}

let loaded: { etag: string | null; address: string } | undefined;

let loading: Promise<void> | undefined;

/** Loads the document, and again only when the mock serves another one. */
export function loadReference(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<void> {
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
