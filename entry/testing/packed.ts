// Packs the package as npm does: builds it when dist/ is older than the sources, packs it, and unpacks it into new
// projects.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageReadme, shippedDocs } from '../../tools/package-docs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = [
  'bin',
  'entry',
  'src',
  'mocks',
  'conformance',
  'fixtures',
  'openapi/dist',
  'package.json',
  'tools/build.ts',
  'tools/browser-build.ts',
  'tools/package-docs.ts',
  ...shippedDocs(),
];

/** A packed package in a temporary folder, which `remove` deletes. */
export type PackedPackage = {
  /** The temporary folder that contains the tarball and all projects; `remove` deletes it. */
  folder: string;
  tarball: string;
  /** The files of the tarball, as npm lists them. */
  files: { path: string; size: number }[];
  unpackedSize: number;
  remove(): void;
};

/** Reads package.json; the type has only the members that the tests need. */
export function manifest(): {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Packs the package into a temporary folder. */
export function pack(): PackedPackage {
  const folder = newFolder();
  const stage = join(folder, 'stage');
  copyPackage(stage);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const output = JSON.parse(execFileSync('npm', args, { cwd: stage, encoding: 'utf8', stdio: 'pipe' }));
  const [packed] = Array.isArray(output) ? output : Object.values<never>(output);
  const { filename, files, unpackedSize } = packed as { filename: string } & Pick<
    PackedPackage,
    'files' | 'unpackedSize'
  >;
  rmSync(stage, { recursive: true });
  return {
    folder,
    tarball: join(folder, filename),
    files,
    unpackedSize,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'hosting-contract-'));

/** Copies the files of the package into a new folder: the build when it is newer than the sources, else a new build. */
function copyPackage(folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const file of ['package.json', 'bin/launch.js']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), packageReadme());
  if (isBuildFresh()) cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  else execFileSync(process.execPath, [join(root, 'tools/build.ts'), '--out', join(folder, 'dist')]);
}

/**
 * Creates a project with the unpacked package, its dependencies and the given further packages, without npm and
 * without network.
 * @returns the folder of the project
 */
export function createConsumerProject(
  { folder, tarball }: PackedPackage,
  others: readonly string[] = [],
): string {
  const project = mkdtempSync(join(folder, 'consumer-'));
  const home = join(project, 'node_modules/hosting-contract');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  linkPackages(project, others);
  return project;
}

/** Creates such a project from the files of the package, which is quicker than to pack and unpack them. */
export function createBuiltProject(others: readonly string[]): string {
  const project = newFolder();
  copyPackage(join(project, 'node_modules/hosting-contract'));
  linkPackages(project, others);
  return project;
}

function linkPackages(project: string, others: readonly string[]): void {
  for (const name of [...Object.keys(manifest().dependencies), ...others]) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'dir');
  }
}

/** Reports whether dist/ is newer than every source. */
function isBuildFresh(): boolean {
  const built = join(root, 'dist/package.json');
  return (
    existsSync(built) && SOURCES.every((source) => newestMtime(join(root, source)) <= statSync(built).mtimeMs)
  );
}

function newestMtime(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|js|json)$/.test(file),
  );
  return Math.max(mtimeMs, ...inside.map((file) => statSync(join(path, file)).mtimeMs));
}
