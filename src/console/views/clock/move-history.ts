// The moves of the clocks that were made from this page, kept while the page is open.
import { signal } from '@preact/signals';
import type { Schema } from '../../api/client.ts';

/** A move of a clock that the control API is asked for. */
export type Move = { by: string } | { to: string };

/** A move of a clock that was made: the time before it, and what happened. */
export type ClockMove = { id: number; from: string; moved: Schema<'Moved'> };

/** How many moves of one world are kept. */
const KEPT = 10;
const moves = signal<Readonly<Record<string, readonly ClockMove[]>>>({});
let lastId = 0;

/** Returns the moves of a world's clock, the newest first. */
export const movesOf = (world: string): readonly ClockMove[] => moves.value[world] ?? [];

/** Keeps a move. */
export function addMove(world: string, from: string, moved: Schema<'Moved'>): void {
  lastId += 1;
  moves.value = { ...moves.value, [world]: [{ id: lastId, from, moved }, ...movesOf(world)].slice(0, KEPT) };
}

/** Forgets the moves of a world's clock. */
export function clearMoves(world: string): void {
  moves.value = { ...moves.value, [world]: [] };
}
