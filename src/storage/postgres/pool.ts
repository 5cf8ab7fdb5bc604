// The connections of a store that wait for a statement. They do little for each statement, because that counts in the time
// of every reply: no statement has a timer of its own, and a connection that waits is taken at once.
import type { Deadlines } from './deadlines.ts';

/** How long a connection waits for a statement before it is closed, in ms. */
const IDLE_LIMIT_MS = 30_000;
/** How often connections that wait too long are closed, in ms. */
const SWEEP_MS = 10_000;

/** The result of a statement. */
type Result<Row> = { readonly rows: Row[]; readonly rowCount: number | null };

/** A connection of the driver. */
export type DriverConnection = {
  /** Sends a statement; `done` gets its error or its result. */
  send<Row extends object>(
    name: string,
    text: string,
    values: readonly unknown[],
    done: (error: Error | null, result: Result<Row>) => void,
  ): void;
  /** Calls a function when the connection is lost or closed. */
  onLost(lost: () => void): void;
  /** Closes the connection; a statement under way fails. */
  close(): Promise<void>;
};

/** A connection, which one call at a time uses. */
export class Connection {
  readonly #driver: DriverConnection;
  readonly #deadlines: Deadlines;
  #isBroken = false;
  /** since when it waits for a statement, in ms of `performance.now` */
  idleSince = 0;

  constructor(driver: DriverConnection, deadlines: Deadlines) {
    this.#driver = driver;
    this.#deadlines = deadlines;
    // A connection that breaks while it waits is replaced; otherwise its statement fails.
    driver.onLost(() => {
      this.#isBroken = true;
    });
  }

  /** True when the connection was lost or closed. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /**
   * Runs a statement.
   * @param name under which the connection prepares the statement once; empty for one that it does not
   * @throws Error of the driver; or when there is no reply in time, after which the connection must be closed
   */
  query<Row extends object>(
    name: string,
    text: string,
    values: readonly unknown[],
    timeoutMs: number,
  ): Promise<Result<Row>> {
    return new Promise((resolve, reject) => {
      const end = this.#deadlines.add(timeoutMs, () =>
        reject(new Error(`no reply within ${Math.round(timeoutMs)} ms`)),
      );
      this.#driver.send<Row>(name, text, values, (error, result) => {
        end();
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  /** Closes the connection; a statement under way fails. */
  async close(): Promise<void> {
    this.#isBroken = true;
    await this.#driver.close().catch(() => undefined);
  }
}

/** Connections that wait for a statement. How many there are is up to the callers. */
export class Pool {
  readonly #open: (timeoutMs: number) => Promise<Connection>;
  readonly #all = new Set<Connection>();
  /** the connections that wait; the one that was used last is the last */
  readonly #idle: Connection[] = [];
  readonly #sweep: NodeJS.Timeout;
  readonly #isEmpty = Promise.withResolvers<void>();
  #isClosed = false;

  /** @param open makes a connection that is ready for statements */
  constructor(open: (timeoutMs: number) => Promise<Connection>) {
    this.#open = open;
    this.#sweep = setInterval(() => this.#closeUnused(), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Takes the connection that was used last; undefined when none waits. */
  take(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined || !connection.isBroken) return connection;
      this.discard(connection);
    }
  }

  /**
   * Makes a connection.
   * @throws Error when there is none in time; one that comes later waits for a statement
   */
  async connect(timeoutMs: number): Promise<Connection> {
    const connecting = this.#open(timeoutMs).then((connection) => {
      this.#all.add(connection);
      return connection;
    });
    return await within(connecting, timeoutMs, (late) => this.release(late));
  }

  /** Gives a connection back. */
  release(connection: Connection): void {
    if (connection.isBroken || this.#isClosed) {
      this.discard(connection);
      return;
    }
    connection.idleSince = performance.now();
    this.#idle.push(connection);
  }

  /** Closes a connection that a call has taken. */
  discard(connection: Connection): void {
    void connection.close().then(() => {
      this.#all.delete(connection);
      if (this.#isClosed && this.#all.size === 0) this.#isEmpty.resolve();
    });
  }

  /** Closes the connections that wait. */
  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) this.discard(connection);
  }

  /** Closes each connection as soon as its call gives it back; those whose calls take longer than `limitMs` at once. */
  async close(limitMs: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    if (this.#all.size === 0) return;
    this.closeIdle();
    await within(this.#isEmpty.promise, limitMs, () => {}).catch(() => {
      for (const connection of this.#all) this.discard(connection);
    });
  }

  #closeUnused(): void {
    const since = performance.now() - IDLE_LIMIT_MS;
    // The connections that were not used for the longest time are the first.
    while (this.#idle[0] && this.#idle[0].idleSince < since) this.discard(this.#idle.shift() as Connection);
  }
}

/** Waits for a promise; after `timeoutMs` it fails, and `late` gets the value when it still comes. */
function within<T>(promise: Promise<T>, timeoutMs: number, late: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error(`no connection within ${Math.round(timeoutMs)} ms`));
    }, timeoutMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
