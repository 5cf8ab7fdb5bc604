// Tests that a drawn form is plain JSON, and that its codec shows and reads bodies without loss.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { type ResponseObject, resolveRef } from '../../contract/openapi.ts';
import { operation, operations } from '../../contract/operations.ts';
import { documentedRequests } from '../../contract/testing/documented-requests.ts';
import { Codec } from '../../form/codec.ts';
import type { Form } from '../../form/form.ts';
import { seededVariation } from '../vary.ts';
import { drawForm } from './draw-form.ts';
import { formChoicesOf } from './form-freedoms.ts';

type Body = { schema: string; value: unknown };

/** The example bodies of the requests that the contract accepts. */
const requests = documentedRequests(document()).flatMap((one): Body[] => {
  const { body } = operation(one.operation as Parameters<typeof operation>[0]);
  return body && one.refusedWith === null && isObject(one.body)
    ? [{ schema: body.schema, value: one.body }]
    : [];
});

/** The example bodies of successful replies; of a list, its rows. */
const replies = operations.flatMap(({ path, method, success, responses }): Body[] => {
  const described = document().paths[path]?.[method.toLowerCase() as 'get']?.responses[success];
  const content =
    described && resolveRef<ResponseObject>(document(), described).content?.['application/json'];
  const schema = responses[success]?.schema ?? '';
  const values = Object.values(content?.examples ?? { one: { value: content?.example } }).map(
    (example) => resolveRef<{ value?: unknown }>(document(), example).value,
  );
  return values.filter(isObject).flatMap((value): Body[] => {
    const rows = /Page$/.test(schema) && Array.isArray(value.data) ? value.data : undefined;
    return (rows ?? [value]).map((one) => ({ schema: schema.replace(/Page$/, ''), value: one }));
  });
});

const formOf = (seed: number): Form => {
  const { choices } = seededVariation(seed);
  const chosen = new Map(choices.map(({ freedom, value }) => [freedom.name, value]));
  // Other forms of times leave out seconds, or count days in another way.
  return { ...drawForm(formChoicesOf(chosen), seed), times: 'zulu' };
};

/** An address that is null has no parts where its parts stand alone, so a null and no member are one. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (one === null ? undefined : one)));

test('what a codec shows it reads back, in replies and requests, for 300 drawn forms', () => {
  expect(requests.length).toBeGreaterThan(30);
  expect(replies.length).toBeGreaterThan(60);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const form = formOf(seed);
      expect(JSON.parse(JSON.stringify(form))).toEqual(form);
      const ofReplies = new Codec(form);
      const ofRequests = new Codec(form, ofReplies);
      for (const [codec, bodies] of [
        [ofReplies, replies],
        [ofRequests, requests],
      ] as const)
        for (const { schema, value } of bodies)
          expect(withoutNulls(codec.read(schema, codec.show(schema, value, false), false))).toEqual(
            withoutNulls(value),
          );
    }),
    { numRuns: 300 },
  );
});
