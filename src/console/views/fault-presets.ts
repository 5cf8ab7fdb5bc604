// Faults that clients meet often, by the names of their buttons and commands.
import type { Schema } from '../api/client.ts';

export const FAULT_PRESETS: Readonly<Record<string, Schema<'FaultRequest'>>> = {
  'Slow 3G': { kind: 'delay', delay_ms: 2000 },
  'API down': { kind: 'reset', takes_effect: false },
  '429 with Retry-After, once': { kind: 'status', status: 429, retry_after: 5, times: 1 },
  'Cut after the effect, once': { kind: 'reset', times: 1 },
};
