// Builds the shop with Vite and serves the build, for tests and screenshots.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import config from '../vite.config.ts';

/** The served shop: its URL, and a function that stops the server. */
export type Shop = { url: string; close(): Promise<void> };

/**
 * Builds the shop and serves the build.
 * @param api the base URL of the platform; default: that of the mock on its default port
 */
export async function serveShop(api?: string): Promise<Shop> {
  const outDir = mkdtempSync(join(tmpdir(), 'shop-'));
  const shopConfig = {
    ...config,
    configFile: false,
    logLevel: 'warn',
    ...(api !== undefined && { define: { 'import.meta.env.VITE_API_URL': JSON.stringify(api) } }),
    build: { ...config.build, outDir, emptyOutDir: true },
  } as const;
  await build(shopConfig);
  const server = await preview({ ...shopConfig, preview: { host: '127.0.0.1', port: 0 } });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('Vite serves the shop nowhere.');
  return {
    url,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
