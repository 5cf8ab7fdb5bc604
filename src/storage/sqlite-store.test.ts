// Tests that a store in a file keeps the rules of every store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteStore } from './sqlite-store.ts';
import { testWorldStore } from './testing/world-store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

testWorldStore(() => openSqliteStore(join(folder, `${++files}.db`)));
