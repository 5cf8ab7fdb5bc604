import { expect, test } from 'vitest';
import { type CallNode, summarize, treeOfCpuProfile } from './call-tree.ts';
import type { CallFrame, Place } from './source-places.ts';

const frame = (functionName: string, url = ''): CallFrame => ({
  functionName,
  url,
  lineNumber: 0,
  columnNumber: 0,
});
const placeOf = ({ functionName, url }: CallFrame): Place => ({
  file: url || functionName,
  line: 1,
  functionName,
});

test('a file that several steps use counts for the step that called it', () => {
  const validate = (weight: number): CallNode => ({
    frame: frame('validateValue', 'src/contract/validation/validate.ts'),
    weight,
    children: [],
  });
  const step = (name: string, child: CallNode): CallNode => ({
    frame: frame('run', `src/server/pipeline/steps/${name}.ts`),
    weight: 0,
    children: [child],
  });
  const root: CallNode = {
    frame: frame('(root)'),
    weight: 0,
    children: [step('validate-request', validate(3)), step('verify-response', validate(5))],
  };
  expect(summarize(root, placeOf)).toEqual({
    total: 8,
    bySteps: [
      ['check of the reply against the document', 5],
      ['validation', 3],
    ],
    byFunctions: [['validateValue src/contract/validation/validate.ts:1', 8]],
  });
});

test('time in a library counts for the function of the project that called it, and idle time not at all', () => {
  const root = treeOfCpuProfile({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 5] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('mint', 'src/state/ids.ts'), children: [4] },
      { id: 4, callFrame: frame('sha1', 'node_modules/@noble/hashes/sha1.js') },
      { id: 5, callFrame: frame('(garbage collector)') },
    ],
    samples: [2, 4, 3, 5, 4],
    timeDeltas: [0, 100, 20, 30, 40],
  });
  expect(summarize(root, placeOf)).toEqual({
    total: 90,
    bySteps: [
      ['ids', 50],
      ['garbage collection', 40],
    ],
    byFunctions: [
      ['mint src/state/ids.ts:1', 50],
      ['(garbage collector) (garbage collector):1', 40],
    ],
  });
});
