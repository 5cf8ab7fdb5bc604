// A request of node:http whose body goes to a function as it arrives, because a stream defers every part of a body to
// later turns of the event loop, also one that arrived whole with its head.
import type { IncomingMessage } from 'node:http';

/** Receives the parts of a body, and null at its end. */
type BodyReceiver = (part: Uint8Array | null) => void;

/** A request whose body can be received without a stream. */
export type BodyRequest = IncomingMessage & {
  /**
   * Gives the parts of the body that arrive from now on to a function. It must be called before the first part
   * arrives: while the event `request` is emitted.
   * @param receiver null gives further parts to the stream, which discards them when it is resumed
   */
  receiveBody(receiver: BodyReceiver | null): void;
};

/**
 * Returns the class of `BodyRequest` for the option `IncomingMessage` of node:http, which calls `push` with each part of
 * a body.
 */
export function bodyRequestClass(): typeof IncomingMessage {
  const { IncomingMessage: Plain } = process.getBuiltinModule('http');
  return class extends Plain implements BodyRequest {
    #receiver: BodyReceiver | null = null;

    receiveBody(receiver: BodyReceiver | null): void {
      this.#receiver = receiver;
      // The stream counts as read, so that node:http does not discard the body after the reply.
      if (receiver !== null) this._read(0);
    }

    override push(part: Uint8Array | null): boolean {
      if (this.#receiver === null) return super.push(part);
      this.#receiver(part);
      return true;
    }
  };
}
