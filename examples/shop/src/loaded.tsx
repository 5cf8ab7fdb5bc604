// Loads what a page shows, and shows the states before: loading, and an error with a button to try again.

import type { Client } from 'hosting-contract/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from './errors.ts';
import { call } from './session.ts';

/** The state of a load. */
type Load<T> = { data?: T; error?: string; isLoading: boolean; reload(): void };

/**
 * Loads data from the platform, again when one of `keys` changes and with `reload()`; the data before stay meanwhile.
 */
export function useLoad<T>(load: (api: Client) => Promise<T>, keys: readonly unknown[]): Load<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ data?: T; error?: string; isLoading: boolean }>({ isLoading: true });
  useEffect(() => {
    let isCurrent = true;
    setState(({ data }) => ({ ...(data !== undefined && { data }), isLoading: true }));
    call(load).then(
      (data) => isCurrent && setState({ data, isLoading: false }),
      (error) => isCurrent && setState({ error: messageOf(error), isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [turn, ...keys]);
  return { ...state, reload: () => setTurn(turn + 1) };
}

/** Shows loaded data, or why there are none yet. */
export function Loaded<T>({ of, children }: { of: Load<T>; children: (data: T) => ComponentChildren }) {
  if (of.error !== undefined)
    return (
      <div class="empty" role="alert">
        <p>{of.error}</p>
        <button type="button" onClick={of.reload}>
          Try again
        </button>
      </div>
    );
  if (of.data === undefined)
    return (
      <p class="empty" aria-busy="true">
        Loading…
      </p>
    );
  return <>{children(of.data)}</>;
}
