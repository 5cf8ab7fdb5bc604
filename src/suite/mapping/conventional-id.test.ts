// Tests where the id of a resource is read without a request.
import { expect, test } from 'vitest';
import { conventionalId } from './ids.ts';

test.each<[string, unknown, string, string | undefined]>([
  ['at the top', { id: 'a', order: { id: 'b' } }, 'Vps', 'a'],
  ['in `data`', { data: { id: 'a' }, order: { id: 'b' } }, 'Vps', 'a'],
  [
    'in the object that is named after the resource',
    { zone: { id: 'a' }, task: { id: 'b' } },
    'DnsZone',
    'a',
  ],
  ['in the only member', { result: { id: 'a' } }, 'Vps', 'a'],
  [
    'not in a reference',
    { meta: { id: 'a' }, service: { id: 'b' }, order: { id: 'c' } },
    'EmailService',
    undefined,
  ],
  ['not in a task that is the only member', { task: { id: 'a' } }, 'Vps', undefined],
  [
    'in the resource whose whole name is that of others’ references',
    { service: { id: 'a' }, n: 1 },
    'Service',
    'a',
  ],
])('the id is read %s', (_, body, noun, expected) => {
  expect(conventionalId(body, noun)).toBe(expected);
});
