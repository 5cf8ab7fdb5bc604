// The Vite configuration of the shop. In this repository it resolves the package hosting-contract to the package's
// sources.
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default {
  root: here('.'),
  cacheDir: here('../../.cache/vite-shop'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { 'hosting-contract/client': here('../../entry/client.ts') } },
  build: { target: 'es2023' },
} satisfies UserConfig;
