// Runs before each test file (vitest.config.ts). Its worker also runs other files, so the processes end with the file.
import { afterAll } from 'vitest';
import { endProcesses } from './processes.ts';

afterAll(endProcesses);
