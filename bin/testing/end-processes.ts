// Runs before each test file (vitest.config.ts), because files share their worker: the processes and servers that a file
// started end with it, and timers are real after each test.
import { afterAll, afterEach, vi } from 'vitest';
import { endServers } from '../../tools/testing/servers.ts';
import { endProcesses } from './processes.ts';

afterAll(endProcesses);
afterAll(endServers);
afterEach(() => void vi.useRealTimers());
