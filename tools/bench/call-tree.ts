// Summarises a call tree of V8 (a CPU profile or sampled allocations) by step of the request and by function.
import { projectFunction, stepOf } from './request-steps.ts';
import type { CallFrame, Place } from './source-places.ts';

/** A node of a call tree. `weight` is what the function itself took (µs, or bytes), without the functions it called. */
export type CallNode = { frame: CallFrame; weight: number; children: readonly CallNode[] };

/** Sums of weights, the largest first. */
export type Sums = [name: string, weight: number][];

export type Summary = { total: number; bySteps: Sums; byFunctions: Sums };

/** Sums the weights of a call tree by step of the request, and by the innermost function of the project. */
export function summarize(root: CallNode, placeOf: (frame: CallFrame) => Place): Summary {
  const steps = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  const add = (sums: Map<string, number>, name: string, weight: number): void => {
    sums.set(name, (sums.get(name) ?? 0) + weight);
  };
  const visit = (node: CallNode, callers: readonly Place[]): void => {
    const stack = [placeOf(node.frame), ...callers];
    if (node.weight > 0) {
      total += node.weight;
      add(steps, stepOf(stack), node.weight);
      const at = projectFunction(stack);
      add(functions, at ? `${at.functionName} ${at.file}:${at.line}` : '', node.weight);
    }
    for (const child of node.children) visit(child, stack);
  };
  visit(root, []);
  const sorted = (sums: Map<string, number>): Sums => [...sums].sort(([, a], [, b]) => b - a);
  return { total, bySteps: sorted(steps), byFunctions: sorted(functions) };
}

/** A CPU profile as the inspector returns it. Times are in µs. */
export type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

/** Returns the call tree of a CPU profile with the µs of each function, without idle time. */
export function treeOfCpuProfile({ nodes, samples, timeDeltas }: CpuProfile): CallNode {
  const selfUs = new Map<number, number>();
  samples.forEach((id, at) => {
    // A sample stands for the time until the next one; the last sample has none.
    selfUs.set(id, (selfUs.get(id) ?? 0) + Math.max(0, timeDeltas[at + 1] ?? 0));
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const treeOf = (id: number): CallNode => {
    const node = byId.get(id);
    if (!node) throw new Error(`The CPU profile has no node ${id}.`);
    const { callFrame: frame, children = [] } = node;
    const weight = frame.functionName === '(idle)' ? 0 : (selfUs.get(id) ?? 0);
    return { frame, weight, children: children.map(treeOf) };
  };
  return treeOf(nodes[0]?.id ?? 0);
}

/** A node of sampled allocations as the inspector returns it. */
export type AllocationNode = { callFrame: CallFrame; selfSize: number; children: AllocationNode[] };

/** Returns the call tree of sampled allocations with the bytes that each function allocated. */
export const treeOfAllocations = ({ callFrame, selfSize, children }: AllocationNode): CallNode => ({
  frame: callFrame,
  weight: selfSize,
  children: children.map(treeOfAllocations),
});
