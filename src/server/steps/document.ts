// Step: the contract itself, at the address the specification announces (heading Versioning). For anyone, counted like any call.
import { documentText } from '../../contract/document.ts';
import { jsonReply } from '../call.ts';
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';
import { count } from './limit.ts';
import { BASE } from './route.ts';

const PATH = `${BASE}/openapi.json`;

export const document = (machine: Machine): Step => ({
  name: 'document',
  run(turn) {
    if (turn.call.path !== PATH || turn.call.method !== 'GET') return undefined;
    return count(machine, turn, false) ?? jsonReply(200, documentText());
  },
});
