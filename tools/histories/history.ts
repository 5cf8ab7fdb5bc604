// A history as a file: JSON lines, one operation a line, in any order.
//
// {"process":3,"operation":"topUp","key":"w7/wallet","input":{"amount":250},"callUs":1200,"returnUs":3100,
//  "outcome":"ok","output":{"balance":10250}}
//
// The key of a wallet ends with `/wallet`; each other key is that of an order.
import {
  checkLinearizability,
  type HistoryOperation,
  type LinearizabilityResult,
  operationsByKey,
} from '../../src/storage/testing/linearizability.ts';
import { type OrderOperation, orderModel, type WalletOperation, walletModel } from './models.ts';

export type Operation = WalletOperation | OrderOperation;

/** The operations of each model. */
const OPERATIONS = { wallet: ['open', 'topUp', 'spend', 'read'], order: ['create', 'pay', 'cancel', 'read'] };

/** True when a key is that of a wallet. */
const isWallet = (key: string): boolean => key.endsWith('/wallet');

/** Writes a history as JSON lines. */
export const writeHistory = (operations: readonly Operation[]): string =>
  operations.map((one) => `${JSON.stringify(one)}\n`).join('');

/**
 * Reads a history of JSON lines.
 * @throws Error that names the first line that is no operation
 */
export function readHistory(text: string): Operation[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new Error(`Line ${index + 1} of the history is not JSON.`);
    }
    const wrong = problemOf(value as Partial<HistoryOperation>);
    if (wrong !== null) throw new Error(`Line ${index + 1} of the history is no operation: ${wrong}.`);
    return [value as Operation];
  });
}

/** Returns what is wrong with an operation; null when nothing is. */
function problemOf(one: Partial<HistoryOperation> | null): string | null {
  if (typeof one !== 'object' || one === null) return 'it is not an object';
  if (typeof one.process !== 'number') return '`process` is not a number';
  if (typeof one.key !== 'string') return '`key` is not a string';
  const known = OPERATIONS[isWallet(one.key) ? 'wallet' : 'order'];
  if (!known.includes(one.operation ?? '')) return `\`operation\` is none of ${known.join(', ')}`;
  if (typeof one.input !== 'object' || one.input === null) return '`input` is not an object';
  if (!Number.isSafeInteger(one.callUs)) return '`callUs` is not an integer';
  if (one.outcome === 'unknown')
    return one.returnUs === null ? null : '`returnUs` of an unknown outcome is not null';
  if (one.outcome !== 'ok' && one.outcome !== 'failed') return '`outcome` is none of ok, failed, unknown';
  if (!Number.isSafeInteger(one.returnUs)) return '`returnUs` is not an integer';
  if ((one.returnUs ?? 0) < (one.callUs ?? 0)) return '`returnUs` is before `callUs`';
  return typeof one.output === 'object' && one.output !== null ? null : '`output` is not an object';
}

/** Checks a history for linearizability: every wallet and every order. Returns the results by key. */
export function checkHistory(
  operations: readonly Operation[],
): Map<string, LinearizabilityResult<HistoryOperation>> {
  return new Map(
    [...operationsByKey(operations)].map(([key, some]) => [
      key,
      isWallet(key)
        ? checkLinearizability(walletModel, some as WalletOperation[])
        : checkLinearizability(orderModel, some as OrderOperation[]),
    ]),
  );
}

/**
 * Describes why the operations on one object are not linearizable: the last operations of the longest order, and those of
 * which one should have come next.
 */
export function explainResult(
  key: string,
  { verdict, order, blocked }: LinearizabilityResult<HistoryOperation>,
): string {
  return [
    `${key} is ${verdict}: after ${order.length} operations none of ${blocked.length} can have come next.`,
    ...order.slice(-5).map((one) => `  took effect: ${operationText(one)}`),
    ...blocked.slice(0, 10).map((one) => `  impossible:  ${operationText(one)}`),
  ].join('\n');
}

function operationText(one: HistoryOperation): string {
  const { process, callUs, returnUs, operation, input, outcome, output } = one;
  const reply = outcome === 'unknown' ? 'unknown' : `${outcome} ${JSON.stringify(output)}`;
  return `client ${process}, ${callUs}–${returnUs ?? '∞'} µs: ${operation} ${JSON.stringify(input)} → ${reply}`;
}
