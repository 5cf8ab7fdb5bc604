// Defines the transport interface, which takes plain requests and returns raw replies, and reads and decodes reply
// bodies.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { TransportFailure } from '../../model/exchange.ts';
import {
  LARGE_REPLY_BYTES,
  MAX_CODINGS,
  MAX_LARGE_BYTES,
  MAX_REPLY_BYTES,
  valueLimitProblem,
} from '../../model/limits.ts';

/** One request in the form that a transport sends. */
export type TransportRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** how long the complete reply may take, in milliseconds */
  timeout: number;
  /** the most bytes of a reply body, before and after decoding; {@link MAX_REPLY_BYTES} by default */
  maxBytes?: number;
  signal?: AbortSignal;
};

/** One reply, with the body decoded. */
export type TransportReply = {
  status: number;
  /** the headers as received, with order, letter case and repeats unchanged */
  headers: [name: string, value: string][];
  bytes: Uint8Array;
};

/** Sends requests to the target. */
export type Transport = {
  send(request: TransportRequest): Promise<TransportReply>;
  close(): Promise<void>;
};

/** The error of a request that got no readable reply. */
export class TransportError extends Error {
  readonly kind: TransportFailure['kind'];
  /** whether the same request may get a readable reply when it is sent again */
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

/** Reads a whole body: in a million chunks it takes no more memory than its bytes. @throws TransportError */
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
  // "deflate" means the zlib format (RFC 9110, 8.4.1.2), but some servers send raw deflate
  ['deflate', (bytes, limits) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, limits)],
]);

/** A body that does not match its encoding is returned unchanged, so that rules can report it. @throws TransportError */
export function decodeContent(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number = MAX_REPLY_BYTES,
): Uint8Array {
  if (encoding === undefined || bytes.length === 0) return bytes;
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  // A body with many codings is not decoded, because each coding may take as long as decoding a body of the largest
  // size.
  if (codings.length > MAX_CODINGS) return bytes;
  try {
    return codings.reduceRight(
      (body, coding) => DECODERS.get(coding)?.(body, { maxOutputLength: limit }) ?? body,
      bytes,
    );
  } catch (error) {
    if (error instanceof RangeError) throw bodyTooLargeError(limit);
    return bytes;
  }
}

/** Counts the large reply bodies of a run, and refuses further ones when the run has read too many. */
export class ReplySizeLimit {
  #largeBytesLeft = MAX_LARGE_BYTES;

  get maxBytes(): number {
    return this.#largeBytesLeft > 0 ? MAX_REPLY_BYTES : LARGE_REPLY_BYTES;
  }

  /** Counts a reply body. @returns why the body is not given to checks; null when it is given to them */
  admit({ bytes }: TransportReply): string | null {
    if (bytes.length <= LARGE_REPLY_BYTES) return null;
    if (this.#largeBytesLeft <= 0) return `the body is larger than ${LARGE_REPLY_BYTES / 1024} KiB`;
    const why = valueLimitProblem(bytes);
    if (why === null) this.#largeBytesLeft -= bytes.length;
    return why;
  }

  /** Adds to the message of a failure that the run has read too many large bodies, where that is why. */
  explain(failure: TransportFailure): TransportFailure {
    if (failure.kind !== 'protocol' || this.#largeBytesLeft > 0) return failure;
    const spent = `large bodies of ${MAX_LARGE_BYTES / 1_048_576} MiB in all were read before it`;
    return { ...failure, message: `${failure.message}; ${spent}` };
  }
}

/** A function with the interface of `fetch`. */
export type Fetch = (request: Request) => Promise<Response> | Response;

/** Creates a transport that calls a `fetch` function, which may never return: its time-out uses the machine's clock. */
export function fetchTransport(fetch: Fetch): Transport {
  return {
    async send({ method, url, headers, body, timeout, maxBytes, signal }) {
      const ended = Promise.withResolvers<never>();
      const end = (kind: 'timeout' | 'aborted', message: string) => () =>
        ended.reject(new TransportError(kind, message));
      const timer = setTimeout(end('timeout', `no reply within ${timeout / 1000} s`), timeout);
      const abort = end('aborted', 'interrupted');
      signal?.addEventListener('abort', abort);
      ended.promise.catch(() => {});
      try {
        // The bytes are copied because the type of `Request` requires an ArrayBuffer that is not shared.
        const content = body === null || typeof body === 'string' ? body : new Uint8Array(body);
        const reply = await Promise.race([
          fetch(new Request(url, { method, headers, body: content })),
          ended.promise,
        ]);
        const read = reply.body ? readBody(reply.body, maxBytes) : new Uint8Array();
        const bytes = await Promise.race([read, ended.promise]);
        const encoding = reply.headers.get('content-encoding') ?? undefined;
        return {
          status: reply.status,
          headers: [...reply.headers],
          bytes: decodeContent(bytes, encoding, maxBytes),
        };
      } catch (error) {
        if (error instanceof TransportError) throw error;
        throw new TransportError('reset', error instanceof Error ? error.message : `${error}`);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    },
    async close() {},
  };
}
