// Builds the package hosting-contract-client from the sources of `hosting-contract/client`: two minified modules and their
// declarations, which contain of the document's types what a client reads.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { isObject } from '../src/contract/is-object.ts';
import { METHODS, type OpenApiDocument, resolveRef } from '../src/contract/openapi.ts';
import { typesText } from '../src/contract/types-text.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const ENTRIES = ['client', 'tanstack-query'];

/**
 * Builds the modules and declarations of the package hosting-contract-client.
 * @param declarations the folder into which the compiler has written the declarations of all sources
 */
export async function buildClient(declarations: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  for (const entry of ENTRIES) {
    await build({
      input: join(root, `entry/${entry}.ts`),
      platform: 'neutral',
      output: { file: join(out, `${entry}.js`), minify: true },
      logLevel: 'warn',
    });
    const file = join(out, `${entry}.d.ts`);
    await build({
      input: { [`${entry}.d`]: join(declarations, `entry/${entry}.d.ts`) },
      external: /^@tanstack\//,
      plugins: [
        withoutDocumentation,
        ...(entry === 'client' ? [] : [importsOfClient]),
        dts({ dtsInput: true, emitDtsOnly: true }),
      ],
      output: { dir: out, entryFileNames: '[name].ts' },
      logLevel: 'warn',
    });
    writeFileSync(file, compact(readFileSync(file, 'utf8')));
  }
}

// Replaces the types of the document by those of its operations' arguments and results, and of the schemas in these,
// and leaves the descriptions of generated types out.
const withoutDocumentation: Plugin = {
  name: 'without documentation',
  load: {
    filter: { id: /\/(?:contract\/schema|generated\/[\w-]+)\.d\.ts$/ },
    handler: (id) => typesOf(id).replaceAll(new RegExp(COMMENT, 'g'), ''),
  },
};

function typesOf(file: string): string {
  if (!file.endsWith('schema.d.ts')) return readFileSync(file, 'utf8');
  const document = JSON.parse(readFileSync(join(root, 'openapi/dist/openapi.json'), 'utf8'));
  return typesText(withoutRefusals(document)).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
}

const importsOfClient: Plugin = {
  name: 'imports of the client',
  resolveId: {
    filter: { id: /^\.\/(?:api-error|client|types)\.(?:ts|js)$/ },
    handler: () => ({ id: './client.js', external: true }),
  },
};

// Returns the document without what a client does not read in types: refusals, headers, and references to parts.
function withoutRefusals(document: OpenApiDocument): OpenApiDocument {
  const inlined = (part: unknown): unknown =>
    isObject(part) && typeof part.$ref === 'string' ? resolveRef(document, part as { $ref: string }) : part;
  const read = (parameters: readonly unknown[] = []): unknown[] =>
    parameters.map(inlined).filter((one) => isObject(one) && one.in !== 'header');
  for (const item of Object.values({ ...document.paths, ...document.webhooks })) {
    Object.assign(item, { parameters: read(item.parameters) });
    for (const operation of METHODS.flatMap((method) => item[method] ?? [])) {
      const replies = Object.entries(operation.responses).filter(([status]) => status < '300');
      Object.assign(operation, {
        parameters: read(operation.parameters),
        responses: Object.fromEntries(
          replies.map(([status, reply]) => [status, { ...(inlined(reply) as object), headers: undefined }]),
        ),
      });
    }
  }
  return document;
}

const COMMENT = /\/\*\*[\s\S]*?\*\/\n?/;

/** Types that stand for what many operations have in common. */
const ABBREVIATIONS = `
type Json_<Body>={content:{'application/json':Body}};
type Reply_<Status extends number,Body>={[S in Status]:Json_<Body>};
type None_=Record<string,never>;
type Id_={path:{id:Uuid}};
`;

// Removes white space, but not in comments, and abbreviates what many operations have in common.
function compact(text: string): string {
  const codes = new Map<string, string>();
  const short = withoutSpace(text)
    .replaceAll(/\{(\d+):\{content:\{"application\/json":([^{}]+)\}\}\}/g, 'Reply_<$1,$2>')
    .replaceAll(/\{content:\{"application\/json":([^{}]+)\}\}/g, 'Json_<$1>')
    .replaceAll(':Record<string,never>;', ':None_;')
    .replaceAll('{path:{id:Uuid}}', 'Id_')
    // The compiler reads the method and the marks of a call, and not its path.
    .replace(/const calls:\{(?:'[^']*'|[^'}])*/, (calls) =>
      calls.replaceAll('readonly ', '').replaceAll(/'(\w+) \S+?(?: ([^']*))?'/g, "'$1 $2'"),
    )
    .replace(/interface Calls\{[^}]*\}/, 'type Calls={[Op in OperationId]:Call<Op>}')
    .replaceAll(/(?<=:)SharedCodes\[[^\]]+\]/g, (shared) => {
      const name = codes.get(shared) ?? `Codes${codes.size}_`;
      codes.set(shared, name);
      return name;
    });
  const used = [...codes].map(([shared, name]) => `type ${name}=${shared};`);
  return short.includes('Json_<') ? [ABBREVIATIONS, ...used, short].join('') : short;
}

const withoutSpace = (text: string): string =>
  text
    .split(new RegExp(`(${COMMENT.source})`))
    .map((part, at) =>
      at % 2 === 1
        ? part.replaceAll(/^ +/gm, ' ').replace(/^ /, '')
        : part
            .replaceAll(/^ *\/\/.*$/gm, '')
            .replaceAll(/\s+/g, ' ')
            .replaceAll(/ ?([{}:;,|&<>=?[\]]) ?/g, '$1')
            .replaceAll(';}', '}')
            .trim(),
    )
    .join('');
