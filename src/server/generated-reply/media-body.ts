// Reads request bodies by the media types that an edited document describes, and chooses those of replies.

import { document } from '../../contract/document.ts';
import { editedSchemas } from '../../contract/edited-document/delta.ts';
import { isJsonMedia } from '../../contract/openapi.ts';
import { formOf, resolvedSchema } from '../../contract/operation-index.ts';
import {
  converted,
  decodeQuery,
  parameterOfEntries,
  type RawEntries,
  rawEntries,
} from '../../contract/parameter-text.ts';
import { parseJson } from '../http/json.ts';

const typeOfMedia = (media: string): string => media.split(';')[0]?.trim().toLowerCase() ?? '';

// Returns the documented media type that a `Content-Type` or a range of an `Accept` header means; undefined for none.
function documentedMedia(documented: readonly string[], sent: string): string | undefined {
  const type = typeOfMedia(sent);
  const ranges = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const found = ranges.map((range) => documented.find((one) => typeOfMedia(one) === range));
  return found.find((one) => one !== undefined);
}

/**
 * Reads a body: JSON and forms as values, other text as text; other bytes are taken as they are (value undefined).
 */
export async function readMediaBody(
  media: Readonly<Record<string, string>>,
  contentType: string,
  bytes: Uint8Array,
): Promise<
  | { value: unknown; schema: string }
  | Extract<ReturnType<typeof parseJson>, string>
  | 'UNSUPPORTED_MEDIA_TYPE'
> {
  const documented = documentedMedia(Object.keys(media), contentType);
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const type = typeOfMedia(contentType);
  if (documented === undefined || (isJsonMedia(type) && !/^utf-?8$/i.test(charset)))
    return 'UNSUPPORTED_MEDIA_TYPE';
  const schema = media[documented] ?? '';
  if (isJsonMedia(type)) {
    const read = parseJson(bytes);
    return typeof read === 'string' ? read : { value: read.value, schema };
  }
  if (type === 'application/x-www-form-urlencoded')
    return { value: formValue(schema, rawEntries(new TextDecoder().decode(bytes)), decodeQuery), schema };
  if (type === 'multipart/form-data') {
    try {
      const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': contentType },
      }).formData();
      const parts = [...form].map(
        async ([name, part]): Promise<[string, string]> => [
          name,
          typeof part === 'string' ? part : await part.text(),
        ],
      );
      return { value: formValue(schema, await Promise.all(parts), (text) => text), schema };
    } catch {
      return 'UNSUPPORTED_MEDIA_TYPE';
    }
  }
  return { value: type.startsWith('text/') ? new TextDecoder().decode(bytes) : undefined, schema };
}

// Makes the object of a form: each member has the type of its schema, and an object in one is JSON.
function formValue(schema: string, entries: RawEntries, decode: (text: string) => string): object {
  const { properties = {} } = resolvedSchema(document(), editedSchemas()[schema] ?? {});
  const known = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    const form = formOf(document(), { name, in: 'query', schema: member });
    const isWhole = form.type === 'object' && entries.some(([one]) => one === name);
    const written = isWhole
      ? { name, type: 'json' as const }
      : form.type === 'object'
        ? { ...form, style: 'deepObject' }
        : form;
    const value = parameterOfEntries(written, entries, [], decode);
    return value === undefined ? [] : [[name, value]];
  });
  const others = entries.filter(([name]) => !Object.hasOwn(properties, name) && !name.includes('['));
  return Object.fromEntries([...others.map(([name, text]) => [name, converted(decode(text))]), ...known]);
}

/** Returns the media types of a reply in the order in which a request accepts them (RFC 9110, 12.5.1), without the refused. */
export function acceptedMedia(documented: readonly string[], accept: string | undefined): string[] {
  const ranges = (accept ?? '*/*').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim());
    const q = parameters.find((one) => /^q=/i.test(one))?.slice(2);
    return { range: range.toLowerCase(), q: q === undefined ? 1 : Number(q) };
  });
  const qualityOf = (media: string): number => {
    const type = typeOfMedia(media);
    const forms = [type, type.replace(/\/.*/, '/*'), '*/*'];
    const found = forms
      .map((form) => ranges.find(({ range }) => range === form))
      .find((one) => one !== undefined);
    return found?.q ?? 0;
  };
  return documented.filter((one) => qualityOf(one) > 0).sort((a, b) => qualityOf(b) - qualityOf(a));
}
