// Recognises findings about the headers of a reply.
import type { Result } from '../../model/result.ts';

const HEADERS =
  /\b(?:(?:X-)?RateLimit-\w+|Retry-After|Content-(?:Type|Length|Disposition)|WWW-Authenticate|Location)\b/;

/** Returns whether a result is about the headers of a reply, by its text. */
export const isAboutHeaders = ({ message, title }: Pick<Result, 'message' | 'title'>): boolean =>
  HEADERS.test(`${message} ${title}`);
