// The time of a world: it stands still, or goes on with the time of this machine.
import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/client.ts';

const SECOND = 1000;

/** Returns the time of a world's clock now (ISO 8601, whole seconds); null before the clock is known. */
export function useNow(clock: Schema<'Clock'> | null): string | null {
  const [now, setNow] = useState<string | null>(null);
  useEffect(() => {
    if (clock === null) return;
    setNow(clock.now);
    if (clock.frozen) return;
    const offset = Date.parse(clock.now) - Date.now();
    const timer = setInterval(() => setNow(isoSeconds(Date.now() + offset)), SECOND);
    return () => clearInterval(timer);
  }, [clock]);
  return clock?.frozen ? clock.now : now;
}

/** Writes an instant as the mock does: ISO 8601, UTC, whole seconds. */
const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
