// Step: the mock never lies. A result that breaks the document is a loud 500, and nothing of it stays.
import { edition } from '../../contract/document.ts';
import type { Operation } from '../../contract/operations.ts';
import { check } from '../../contract/validate.ts';
import type { Machine } from '../machine.ts';
import { isPage } from '../page.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

/** Thrown for a result that breaks its schema. */
export class Untrue extends Error {
  constructor(operation: string, schema: string, pointer: string, why: string) {
    super(`${operation} would answer with a body that breaks ${schema} at ${pointer || '/'}: ${why}`);
    this.name = 'Untrue';
  }
}

export const verify = ({ verify: on }: Machine): Step => {
  // A stored row never changes, so it is checked once, when it is first read; a new version is another object.
  let shown = new WeakMap<object, string>();
  let by = edition;

  const hold = ({ id, method }: Operation, schema: string, value: unknown, at: string): void => {
    const row =
      method === 'GET' && typeof value === 'object' && value !== null && Object.isFrozen(value)
        ? value
        : null;
    if (row && shown.get(row) === schema) return;
    const [problem] = check(schema, value);
    if (problem) throw new Untrue(id, schema, at + problem.pointer, problem.message);
    if (row) shown.set(row, schema);
  };

  return {
    name: 'verify',
    inside: true,
    run({ plan, result }) {
      if (!on) return undefined;
      if (by !== edition) {
        shown = new WeakMap();
        by = edition;
      }
      const { operation, schema, row } = need(plan, 'an operation');
      if (schema === null) return undefined;
      if (row === null || !isPage(result)) {
        hold(operation, schema, result, '');
        return undefined;
      }
      hold(operation, schema, { ...result, data: [] }, '');
      for (let at = 0; at < result.data.length; at++) {
        hold(operation, row, result.data[at], `/data/${at}`);
      }
      return undefined;
    },
  };
};
