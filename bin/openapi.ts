// `hosting-contract openapi`: writes the bundled OpenAPI document, whole or as a platform publishes it, and its workflows.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contractIdentity, documentJson, documentText } from '../src/contract/document.ts';
import { withRefusals } from '../src/contract/error-codes.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { packageFile } from '../src/contract/package.ts';
import { provenanceOverlay, withoutProvenance } from '../src/contract/provenance-overlay.ts';
import { Command, writeOrEnd, writeText } from './commander.ts';

type Flags = {
  out?: string;
  identity?: boolean;
  provenance: boolean;
  webhooks: boolean;
  overlay?: boolean;
  workflows?: string;
};

/** The command `openapi`. */
export const openapi = new Command('openapi')
  .description('write the bundled OpenAPI 3.1 document as JSON')
  .option('--out <file>', 'where to write; without it the document goes to standard output')
  .option(
    '--no-provenance',
    'leave out the marks of what the specification states, the rules of the mock, and its server on this machine; write the refusals into the descriptions',
  )
  .option('--no-webhooks', 'leave out the webhooks and the components that only they use')
  .option('--overlay', 'write these marks alone, as an OpenAPI Overlay 1.0 for the document without them')
  .option('--workflows <folder>', 'write the document and its Arazzo 1.0 workflows into a folder')
  .option('--identity', 'print version and SHA-256 of the whole document only')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract openapi --out openapi.json
  $ hosting-contract openapi | jq '.paths | keys'
  $ hosting-contract openapi --identity
A document to publish, and what brings its provenance back:
  $ hosting-contract openapi --no-provenance --out openapi.json
  $ hosting-contract openapi --overlay --out provenance.overlay.json
The workflows, run against the mock:
  $ hosting-contract openapi --workflows workflows
  $ npx @redocly/cli respect workflows/mock.arazzo.yaml --severity SCHEMA_CHECK=warn \\
      --server platform=http://127.0.0.1:4010/v1 --server control=http://127.0.0.1:4010/_mock/v1`,
  )
  .action((flags: Flags, command: Command) => {
    const { out, identity, overlay, workflows } = flags;
    const problem = problemOf(flags);
    if (problem !== null) command.error(`error: ${problem}`, { exitCode: 2 });
    const { version, sha256 } = contractIdentity();
    if (identity) {
      console.log(`${version} ${sha256}`);
    } else if (workflows !== undefined) {
      const names = writeOrEnd(command, workflows, () => writeWorkflowFiles(workflows, textOf(flags)));
      console.error(`${workflows}: ${names.join(', ')}, version ${version}`);
    } else if (writeText(command, out, textOf(flags))) {
      const what = overlay ? 'OpenAPI Overlay with the provenance' : 'OpenAPI document';
      console.error(`${out}: ${what}, version ${version}`);
    }
  });

// Names the flags that exclude each other; null when there are none.
function problemOf({ out, overlay, provenance, workflows }: Flags): string | null {
  if (overlay && !provenance) return '--overlay writes the provenance, so --no-provenance cannot be with it.';
  if (workflows === undefined) return null;
  if (overlay) return '--workflows writes the document, so --overlay cannot be with it.';
  return out === undefined ? null : '--workflows writes the document too, so --out cannot be with it.';
}

function textOf({ provenance, webhooks, overlay }: Flags): string {
  if (provenance && webhooks && !overlay) return documentText();
  const whole = JSON.parse(documentText()) as OpenApiDocument;
  const chosen = webhooks ? whole : withoutWebhooks(whole);
  const written = overlay
    ? provenanceOverlay(chosen)
    : provenance
      ? chosen
      : withoutProvenance(withRefusals(chosen));
  return documentJson(written);
}

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

// Makes the `url` of every source description a file of the same folder.
function besideEachOther(workflows: string): string {
  return workflows.replaceAll(/^( +url: )\.{1,2}\/(?:[\w-]+\/)*([\w.-]+)$/gm, '$1./$2');
}

// Copies a document without its webhooks, and without the tags and components that only they need.
function withoutWebhooks(document: OpenApiDocument): OpenApiDocument {
  const { webhooks = {}, ...rest } = document;
  const tagsOf = (items: OpenApiDocument['paths']): string[] =>
    Object.values(items).flatMap((item) =>
      Object.values(item).flatMap((operation) => ('tags' in operation ? operation.tags : [])),
    );
  const used = new Set(tagsOf(rest.paths));
  const unused = new Set(tagsOf(webhooks).filter((tag) => !used.has(tag)));
  return withUsedComponents({ ...rest, tags: rest.tags.filter(({ name }) => !unused.has(name)) });
}

// Copies a document without the components to which no reference leads; security schemes always stay.
function withUsedComponents(document: OpenApiDocument): OpenApiDocument {
  const { components, ...rest } = document;
  const reached = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, ref = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      const [section = '', name = ''] = ref.split('/');
      follow(components[section]?.[name] ?? null);
    }
  };
  follow(rest);
  const kept = Object.entries(components).map(([section, parts = {}]) => [
    section,
    section === 'securitySchemes'
      ? parts
      : Object.fromEntries(Object.entries(parts).filter(([name]) => reached.has(`${section}/${name}`))),
  ]);
  return { ...rest, components: Object.fromEntries(kept) } as OpenApiDocument;
}
