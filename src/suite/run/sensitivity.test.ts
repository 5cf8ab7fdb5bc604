import { describe, expect, test } from 'vitest';
import { isObject } from '../../contract/is-object.ts';
import { catalogue, json, rule } from '../testing/catalogue.ts';
import { runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const emailIn = (body: unknown): unknown => (isObject(body) ? body.email : undefined);

/** A rule that compares the address in a read with the one that was sent. */
const echo = rule('customers/echo', {
  must: 'show a customer with its address',
  requirement: 'customers/read',
  state: () => ({ sent: undefined as unknown }),
  judge({ operation, request, json: body }, { state, compared }) {
    if (operation === 'createCustomer') state.sent = emailIn(request.json);
    if (operation !== 'getCustomer' || emailIn(body) === undefined) return undefined;
    return compared(emailIn(body) !== state.sent) ? { message: 'another address' } : undefined;
  },
});

const { checks } = catalogue();
const measure = (rules: (typeof echo)[]) => runSuite(tinyTarget(), { sensitivity: 40, checks, rules });

describe('the sensitivity of a run', () => {
  test('counts the changes of replies that a rule notices, by area', async () => {
    const { sensitivity, verdict } = await measure([json, echo]);
    expect(verdict).toBe('conformant');
    expect(sensitivity?.noticed).toBeGreaterThan(0);
    expect(sensitivity?.noticed).toBeLessThanOrEqual(sensitivity?.changes ?? 0);
    expect(sensitivity?.areas.customers?.changes).toBeGreaterThan(0);
  });

  test('shows that a rule which compares what was sent notices another value', async () => {
    const missed = async (rules: (typeof echo)[]) =>
      (await measure(rules)).sensitivity?.missed.filter(
        ({ operation, kind }) => operation === 'getCustomer' && kind === 'value sent',
      );
    expect(await missed([json])).not.toEqual([]);
    expect(await missed([json, echo])).toEqual([]);
  });

  test('sends nothing, and is the same for the same seed', async () => {
    const [plain, measured] = [tinyTarget(), tinyTarget()];
    await runSuite(plain, { checks });
    const first = await runSuite(measured, { checks, sensitivity: 10 });
    expect(measured.log).toEqual(plain.log);
    const second = await runSuite(tinyTarget(), { checks, sensitivity: 10 });
    expect(second.sensitivity).toEqual(first.sensitivity);
  });

  test('keeps the values of replies out of the report', async () => {
    const target = tinyTarget();
    const { sensitivity } = await runSuite(target, { sensitivity: 400, checks });
    for (const { email } of target.customers.values())
      expect(JSON.stringify(sensitivity)).not.toContain(email);
  });
});
