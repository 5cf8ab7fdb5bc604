// The members of a request body, as the served document describes them.
import { controlHeaders, send } from '../../api/client.ts';
import { pagePath, worldInAddress } from '../../state/location.ts';

type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
};
type OpenApiDocument = { components: { schemas: Record<string, JsonSchema> } };

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

let loading: { address: string; document: Promise<OpenApiDocument> } | undefined;

/**
 * Lists the members of a component of the document that the mock serves, in the order of the document.
 * @throws ControlError when the document cannot be loaded
 */
export async function bodyMembers(component: string): Promise<BodyMember[]> {
  const address = `${pagePath(worldInAddress.value)}_mock/docs/openapi.json`;
  if (loading?.address !== address) {
    const document = send(address, { headers: controlHeaders() }).then(
      (reply) => reply.json() as Promise<OpenApiDocument>,
    );
    loading = { address, document };
    document.catch(() => {
      loading = undefined;
    });
  }
  const { schemas } = (await loading.document).components;
  const resolve = (schema: JsonSchema): JsonSchema => {
    const target = schema.$ref?.split('/').at(-1);
    return target === undefined ? schema : { ...resolve(schemas[target] ?? {}), ...schema };
  };
  const parts = (schema: JsonSchema): JsonSchema[] => {
    const { allOf = [], oneOf = [], anyOf = [], ...own } = resolve(schema);
    return [own, ...[...allOf, ...oneOf, ...anyOf].flatMap(parts)];
  };
  const all = parts({ $ref: `#/components/schemas/${component}` });
  const required = new Set(all.flatMap((part) => part.required ?? []));
  const members = new Map(all.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...members].map(([name, schema]) => memberOf(name, parts(schema), required.has(name)));
}

function memberOf(name: string, parts: readonly JsonSchema[], required: boolean): BodyMember {
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
