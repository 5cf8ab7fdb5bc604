// Serves the files of the console (src/console): from dist/ in the package; in a checkout built from the sources, and
// built again when a source has changed.
import { packageFile } from '../../contract/package.ts';
import type { Call, Reply } from '../../server/http/call.ts';
import { type PageFile, pageFile, pageReply } from '../page-file.ts';

/** The Content-Security-Policy of the console: its own scripts and styles only, nothing inline, no evaluated text. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text can become HTML or a script: the browser refuses `innerHTML` and the like.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Serves a file of the console.
 * @param name the path below the console's folder, such as `index.html` or `chunks/requests-x1.js`
 * @returns undefined when the console has no such file, and for methods other than GET and HEAD
 */
export async function consoleFile(call: Call, name: string): Promise<Reply | undefined> {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  const file = (await consoleFiles(name === 'index.html')).get(name);
  if (!file) return undefined;
  const reply = pageReply(call, file, CONTENT_SECURITY_POLICY);
  // The address of the page has another reply for callers that ask for no page.
  if (name === 'index.html') reply.headers.Vary = 'Accept';
  return reply;
}

type Files = ReadonlyMap<string, PageFile>;
let files: Promise<Files> | undefined;
/** The version of the sources that `files` was built from. */
let builtVersion = '';

/** Returns all files of the console. `refresh` builds them again when a source has changed since. */
function consoleFiles(refresh: boolean): Promise<Files> {
  const { existsSync } = process.getBuiltinModule('fs');
  const folder = packageFile('console/');
  if (existsSync(folder)) files ??= readFiles(folder);
  else if (files === undefined || (refresh && builtVersion !== sourcesVersion())) {
    builtVersion = sourcesVersion();
    files = buildFiles();
  }
  return files;
}

/** Reads the files that the build of the package has written. */
async function readFiles(folder: URL): Promise<Files> {
  const { readdirSync, readFileSync } = process.getBuiltinModule('fs');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => typeOf(name) !== undefined);
  return new Map(names.map((name) => [name, toPageFile(name, readFileSync(new URL(name, folder)))]));
}

/** Builds the console from the sources of a checkout. */
async function buildFiles(): Promise<Files> {
  const { buildConsole } = (await import(packageFile('tools/console-build.ts').href)) as {
    buildConsole(): Promise<Map<string, string>>;
  };
  return new Map([...(await buildConsole())].map(([name, text]) => [name, toPageFile(name, text)]));
}

/** Returns a text that changes whenever a source file of the console changes. */
function sourcesVersion(): string {
  const { readdirSync, statSync } = process.getBuiltinModule('fs');
  const folder = packageFile('src/console/');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|html|svg)$/.test(name))
    .map((name) => `${name} ${statSync(new URL(name, folder)).mtimeMs}`)
    .join('\n');
}

const typeOf = (name: string): string | undefined => TYPES[name.slice(name.lastIndexOf('.') + 1)];
const toPageFile = (name: string, bytes: PageFile['bytes']): PageFile => pageFile(typeOf(name) ?? '', bytes);
