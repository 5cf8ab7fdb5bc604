// The members of a request body, as the served document describes them.
import type { Reference } from '../reference/model/document.ts';
import type { Schema } from '../reference/model/openapi.ts';

/** A member of a request body. */
export type BodyMember = {
  name: string;
  required: boolean;
  /** how its value is typed in: one of `options`, true or false, a number, a text, or JSON */
  input: 'options' | 'boolean' | 'number' | 'text' | 'json';
  /** the permitted values; empty unless `input` is `options` */
  options: readonly string[];
  /** whether null is permitted */
  nullable: boolean;
  description: string;
};

/** Lists the members of a body, in the order of the document; of a body with several forms those of all forms. */
export function bodyMembers(reference: Reference, body: Schema): BodyMember[] {
  const parts = (schema: Schema): Schema[] => {
    const { allOf = [], oneOf = [], anyOf = [], ...own } = reference.resolve(schema);
    return [own, ...[...allOf, ...oneOf, ...anyOf].flatMap(parts)];
  };
  const all = parts(body);
  const required = new Set(all.flatMap((part) => part.required ?? []));
  const members = new Map(all.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...members].map(([name, schema]) => memberOf(name, parts(schema), required.has(name)));
}

function memberOf(name: string, parts: readonly Schema[], required: boolean): BodyMember {
  const types = new Set(parts.flatMap(({ type = [] }) => type));
  const options = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  const nullable = types.delete('null') || options.includes(null);
  const texts = options.filter((option) => typeof option === 'string');
  const [type] = types.size === 1 ? types : [];
  const input =
    texts.length > 0
      ? 'options'
      : type === 'boolean'
        ? 'boolean'
        : type === 'integer' || type === 'number'
          ? 'number'
          : type === 'string'
            ? 'text'
            : 'json';
  const description = parts.find((part) => part.description !== undefined)?.description ?? '';
  return { name, required, input, options: input === 'options' ? texts : [], nullable, description };
}
