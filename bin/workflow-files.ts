// Writes the document and its Arazzo workflows into one folder, where they refer to each other by their names alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFile } from '../src/contract/package.ts';

const COPIED = [
  'openapi/workflows/platform.arazzo.yaml',
  'openapi/workflows/mock.arazzo.yaml',
  'openapi/control.yaml',
];

/**
 * Writes a document as openapi.json, the workflows and the control API's document into a folder, which is made if there
 * is none, and returns the names of the files. Throws the system's error when a file cannot be written.
 */
export function writeWorkflowFiles(folder: string, document: string): string[] {
  mkdirSync(folder, { recursive: true });
  const files = [
    { name: 'openapi.json', text: document },
    ...COPIED.map((path) => ({
      name: basename(path),
      text: besideEachOther(readFileSync(packageFile(path), 'utf8')),
    })),
  ];
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return files.map(({ name }) => name);
}

/** Makes the `url` of every source description a file of the same folder. */
function besideEachOther(workflows: string): string {
  return workflows.replaceAll(/^( +url: )\.{1,2}\/(?:[\w-]+\/)*([\w.-]+)$/gm, '$1./$2');
}
