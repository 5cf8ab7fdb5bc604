// Runs before each test file (vitest.config.ts), because files share their worker: the processes that a file started end
// with it, and timers are real after each test.
import { afterAll, afterEach, vi } from 'vitest';
import { endProcesses } from './processes.ts';

afterAll(endProcesses);
afterEach(() => void vi.useRealTimers());
