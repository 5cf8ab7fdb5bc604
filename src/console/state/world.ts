// The present world, the other worlds of the mock, and the personas: what the header and most views need.
import { signal } from '@preact/signals';
import { ControlError, control, type Schema } from '../api/client.ts';
import { worldInAddress } from './location.ts';

/** All worlds of the mock, the one it was started with first. */
export const worlds = signal<readonly Schema<'ListedWorld'>[]>([]);
/** The ready-made callers of the present world by name. */
export const personas = signal<Readonly<Record<string, Schema<'Persona'>>>>({});
/** The persona that the user has chosen for calls of the API; null for the one that suits. It holds for all views. */
export const chosenPersona = signal<string | null>(null);
/** The component of the document that describes the rows of each table. */
export const schemas = signal<ReadonlyMap<string, string | null>>(new Map());
/** Tells whether the API does not show the rows of a table. */
export const isHidden = (table: string): boolean => !schemas.value.get(table);
/** Why the world could not be loaded; null when it could. */
export const worldError = signal<ControlError | null>(null);

export async function loadWorld(): Promise<void> {
  try {
    const [found, callers, { tables }] = await Promise.all([
      control('get', '/worlds'),
      control('get', '/personas'),
      control('get', '/tables'),
    ]);
    schemas.value = new Map(tables.map(({ name, schema }) => [name, schema]));
    worlds.value = found.worlds;
    personas.value = callers.personas;
    worldError.value = null;
  } catch (error) {
    worldError.value =
      error instanceof ControlError ? error : new ControlError(0, { message: String(error) });
  }
}

/** Returns the name of the present world; empty before the worlds are loaded. */
export const worldName = (): string =>
  worldInAddress.value ?? worlds.value.find(({ main }) => main)?.name ?? '';
