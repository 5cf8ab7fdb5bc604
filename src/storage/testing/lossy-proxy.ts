// Test helper: a proxy before a PostgreSQL server that can lose the acknowledgement of a commit.
import { connect, createServer } from 'node:net';

export type LossyProxy = {
  url(address: string): string;
  /** Ends the next connection that commits statements which match, after the commit and before its acknowledgement. */
  loseNext(statements: RegExp): void;
  /** how many acknowledgements were lost */
  readonly lost: number;
  close(): void;
};

/** Starts a proxy on a free port of 127.0.0.1. */
export async function lossyProxy(): Promise<LossyProxy> {
  let port = 0;
  let losing: RegExp | null = null;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    let isLost = false;
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    let text = '';
    client.on('data', (bytes) => {
      text = (text + bytes.toString('latin1')).slice(-8_000_000);
      if (losing?.test(text) && /commit\0$/.test(text)) [isLost, losing] = [true, null];
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      text = '';
      if (!isLost) return void client.write(bytes);
      lost += 1;
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
  const own = server.address();
  return {
    url(address) {
      const url = new URL(address);
      port = Number(url.port);
      url.port = String(typeof own === 'object' ? own?.port : 0);
      return url.href;
    },
    loseNext(statements) {
      losing = statements;
    },
    get lost() {
      return lost;
    },
    close: () => void server.close(),
  };
}
