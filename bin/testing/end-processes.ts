// Runs before each test file (vitest.config.ts): the processes that a file started end with it.
import { afterAll } from 'vitest';
import { endProcesses } from './processes.ts';

afterAll(endProcesses);
