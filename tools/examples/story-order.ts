// Orders the example requests of the document so that they succeed one after the other in one world: first what takes
// nothing from the others, last what ends a record or a session.
import type { OpenApiDocument, OperationObject } from '../../src/contract/openapi.ts';
import type { DocumentedRequest } from './documented-requests.ts';

type Transition = { from: string | null; to: string; operation?: string };

/** What a request does to the records that others use, in the order in which the requests are sent. */
const STAGES = [
  'reads',
  'creates',
  'keeps the state',
  'changes the state',
  'ends',
  'spends the session',
] as const;

/** Sorts requests by their stage; within a stage, deletions of nested records come first, else the document's order. */
export function inStoryOrder(
  document: OpenApiDocument,
  requests: readonly DocumentedRequest[],
): DocumentedRequest[] {
  const ranks = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method): [string, number][] => {
        const operation = item[method];
        if (!operation) return [];
        const stage = stageOf(document, method, path, operation);
        const depth = stage === 'ends' ? path.split('/').length : 0;
        return [[operation.operationId, STAGES.indexOf(stage) * 100 - depth]];
      }),
    ),
  );
  return requests.toSorted((a, b) => (ranks.get(a.operation) ?? 0) - (ranks.get(b.operation) ?? 0));
}

function stageOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
): (typeof STAGES)[number] {
  if (operation['x-session-only']) return 'spends the session';
  if (method === 'get') return 'reads';
  if (method === 'delete') return 'ends';
  if (method === 'post' && !path.includes('{')) return 'creates';
  const machines = Object.values(document.components.schemas)
    .map((schema) => schema['x-state-machine'] as Transition[] | undefined)
    .filter((machine) => machine !== undefined);
  const leaving = machines.flatMap((machine) =>
    machine
      .filter((row) => row.operation === operation.operationId && row.from !== null)
      .filter(({ from, to }) => !reaches(machine, to, from))
      .map(({ to }) => ({ final: !machine.some(({ from }) => from === to) })),
  );
  if (leaving.length === 0) return 'keeps the state';
  return leaving.every(({ final }) => final) ? 'ends' : 'changes the state';
}

/** Reports whether a record gets from a state to another one without a request: by time, payment or provisioning. */
function reaches(machine: readonly Transition[], start: string, goal: string | null): boolean {
  const seen = new Set([start]);
  for (const state of seen) {
    if (state === goal) return true;
    for (const { from, to, operation } of machine) if (from === state && !operation) seen.add(to);
  }
  return false;
}
