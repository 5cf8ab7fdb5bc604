// The wire as the suite sees it: plain requests in, raw replies out, whatever carries them.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { TransportFailure } from '../model/exchange.ts';
import { MAX_CODINGS, MAX_REPLY_BYTES } from '../model/limits.ts';

export type TransportRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** milliseconds until the whole reply must be there */
  timeout: number;
  /** bytes of a body, as sent and as decoded; {@link MAX_REPLY_BYTES} by default */
  maxBytes?: number;
  signal?: AbortSignal;
};

export type TransportReply = {
  status: number;
  /** as on the wire: order, spelling and repeats kept */
  headers: [name: string, value: string][];
  bytes: Uint8Array;
};

export type Transport = {
  /** @throws TransportError when no sound reply came */
  send(request: TransportRequest): Promise<TransportReply>;
  close(): Promise<void>;
};

/** No sound reply came. */
export class TransportError extends Error {
  readonly kind: TransportFailure['kind'];
  /** whether the same request may bring a sound reply another time */
  readonly passing: boolean;

  constructor(kind: TransportFailure['kind'], message: string, passing = true) {
    super(message);
    this.kind = kind;
    this.passing = passing;
  }
}

const bodyTooLargeError = (limit: number): TransportError =>
  new TransportError(
    'protocol',
    `the body is larger than ${limit >= 1_048_576 ? `${limit / 1_048_576} MiB` : `${limit / 1024} KiB`}`,
    false,
  );

/** Reads a body to its end into one buffer: a body in a million parts takes no more memory. @throws TransportError when it is too large */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  limit: number = MAX_REPLY_BYTES,
): Promise<Uint8Array> {
  let buffer = new Uint8Array(0);
  let size = 0;
  for await (const part of chunks) {
    if (size + part.length > limit) throw bodyTooLargeError(limit);
    if (size + part.length > buffer.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(2 * buffer.length, size + part.length)));
      larger.set(buffer.subarray(0, size));
      buffer = larger;
    }
    buffer.set(part, size);
    size += part.length;
  }
  return buffer.slice(0, size);
}

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  // "deflate" is zlib by RFC 9110, 8.4.1.2, but some servers send the raw form
  ['deflate', (bytes, most) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, most)],
]);

/**
 * Undoes `Content-Encoding`. Bytes that are not what the header says are handed on as they are: the rules will see.
 * @throws TransportError when it unpacks to more than is read
 */
export function decodeContent(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number = MAX_REPLY_BYTES,
): Uint8Array {
  if (encoding === undefined || bytes.length === 0) return bytes;
  const codings = encoding.split(',').map((one) => one.trim().toLowerCase());
  // each one costs the time of unpacking as much as is read at most
  if (codings.length > MAX_CODINGS) return bytes;
  try {
    return codings.reduceRight(
      (all, one) => DECODERS.get(one)?.(all, { maxOutputLength: limit }) ?? all,
      bytes,
    );
  } catch (error) {
    if (error instanceof RangeError) throw bodyTooLargeError(limit);
    return bytes;
  }
}
