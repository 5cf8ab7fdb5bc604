// Runs before each test file (vitest.config.ts), because files share their worker: the processes and servers that a file
// started end with it, and timers are real after each test.
import { afterAll, afterEach, vi } from 'vitest';
import { endProcesses } from './processes.ts';
import { endServers } from './servers.ts';

afterAll(endProcesses);
afterAll(endServers);
afterEach(() => void vi.useRealTimers());
