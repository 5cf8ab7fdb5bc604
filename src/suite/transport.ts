// The wire as the suite sees it: plain requests in, raw replies out, whatever carries them.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { TransportFailure } from './exchange.ts';

export type WireRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** milliseconds until the whole reply must be there */
  timeout: number;
  signal?: AbortSignal;
};

export type WireReply = {
  status: number;
  /** as on the wire: order, spelling and repeats kept */
  headers: [name: string, value: string][];
  bytes: Uint8Array;
};

export type Transport = {
  /** @throws TransportError when no sound reply came */
  send(request: WireRequest): Promise<WireReply>;
  close(): Promise<void>;
};

/** No sound reply came. */
export class TransportError extends Error {
  readonly kind: TransportFailure['kind'];

  constructor(kind: TransportFailure['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Replies are read up to so many bytes, and unpacked to as many: one that never ends must not end the suite. */
const LARGEST = 16 * 1024 * 1024;
const most = { maxOutputLength: LARGEST };

const tooLarge = (): TransportError =>
  new TransportError('protocol', `the body is larger than ${LARGEST / 1024 / 1024} MiB`);

/** A body as a whole. @throws TransportError when it is too large */
export async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.length;
    if (size > LARGEST) throw tooLarge();
    parts.push(part);
  }
  return parts.length === 1 && parts[0] ? parts[0] : new Uint8Array(Buffer.concat(parts, size));
}

const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: (bytes) => gunzipSync(bytes, most),
  'x-gzip': (bytes) => gunzipSync(bytes, most),
  br: (bytes) => brotliDecompressSync(bytes, most),
  // "deflate" is zlib by RFC 9110, 8.4.1.2, but some servers send the raw form
  deflate: (bytes) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, most) : inflateRawSync(bytes, most)),
};

/**
 * Undoes `Content-Encoding`. Bytes that are not what the header says are handed on as they are: the rules will see.
 * @throws TransportError when it unpacks to more than is read
 */
export function decodeContent(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  if (encoding === undefined || bytes.length === 0) return bytes;
  try {
    return encoding
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .reverse()
      .reduce((all, one) => DECODERS[one]?.(all) ?? all, bytes);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    return bytes;
  }
}
