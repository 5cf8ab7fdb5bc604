// `mock --openapi file`: serves by that document, and with --watch by what it becomes; the state is kept.
import { takeDocument } from '../src/contract/reload.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/table.ts';
import { DocumentFile } from './document-file.ts';

export type Told = {
  /** it is now served, with these changes */
  taken(file: string, changes: readonly string[]): void;
  /** it cannot be served: why, in a sentence; what was served before still is */
  refused(message: string): void;
};

/** Serves by a document from now on. @throws Error in a sentence when it cannot; then nothing has changed */
async function serveBy<T extends Tables>(app: App<T>, source: DocumentFile): Promise<string[]> {
  const document = await source.read();
  const because = (error: unknown): Error =>
    new Error(`${source.file} cannot be served: ${error instanceof Error ? error.message : String(error)}`);
  let taken: ReturnType<typeof takeDocument>;
  try {
    taken = takeDocument(document);
  } catch (error) {
    throw because(error);
  }
  try {
    app.followContract();
  } catch (error) {
    taken.undo();
    throw because(error);
  }
  return taken.changes;
}

/** Serves by the document in a file; watched, also by what it becomes later. @throws Error when it cannot be served now */
export async function openDocument<T extends Tables>(
  app: App<T>,
  file: string,
  told: Told | null,
): Promise<void> {
  const source = new DocumentFile(file, { served: true });
  await serveBy(app, source);
  if (told === null) return;
  source
    .watch(async () => {
      try {
        const changes = await serveBy(app, source);
        if (changes.length > 0) told.taken(file, changes);
      } catch (error) {
        told.refused(error instanceof Error ? error.message : String(error));
      }
    })
    .unref();
}
