// Writes request bodies in the media types that a document describes.
import { isJsonMedia } from './openapi.ts';
import { parameterText } from './parameter-text.ts';

const isWritten = (value: unknown): boolean =>
  typeof value === 'string' ||
  [FormData, URLSearchParams, Blob, ArrayBuffer, ReadableStream].some((kind) => value instanceof kind) ||
  ArrayBuffer.isView(value);

/**
 * Writes a body: an object as a form where the media type is one, with a list as repeated members and an object in it as
 * JSON; anything else as JSON. What is text, bytes or a form already is sent as it is, unless the media type is JSON.
 */
export function writtenBody(value: unknown, media = 'application/json'): string | FormData {
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(media);
  if (!isJsonMedia(media) && isWritten(value)) return value as string;
  if (!isForm || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (!media.startsWith('multipart'))
    return members
      .map(([name, one]) => {
        const type = Array.isArray(one) ? 'array' : typeof one === 'object' ? 'json' : 'string';
        return parameterText({ name, type, explode: true }, one);
      })
      .join('&');
  const form = new FormData();
  for (const [name, one] of members)
    for (const part of [one].flat())
      form.append(
        name,
        part instanceof Blob
          ? part
          : typeof part === 'object' && part !== null
            ? new Blob([JSON.stringify(part)], { type: 'application/json' })
            : String(part),
      );
  return form;
}
