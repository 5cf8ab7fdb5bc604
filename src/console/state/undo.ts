// Takes back the last action on a world, for the buttons of messages and the palette.
import { type Schema, send } from '../api/client.ts';
import { counted } from '../components/display.tsx';
import { toast } from '../components/toast.tsx';
import { worldInAddress } from './location.ts';
import { act, refresh } from './use-data.ts';

/** The actions that replaced the state of a world or a record, whose undoing can be taken back. */
const REPLACING = /^(?:reset|restore|import|seed|undo|record)$/;

/**
 * Returns a function that takes back the last action on a world: the present one, unless another is named. When changes
 * since would be discarded with it, a message says which, and its button takes the action back.
 */
export const undoIn =
  (world = worldInAddress.value) =>
  () =>
    act(async () => {
      const { undone, discards, among } = (await (await send('/undo', {}, world)).json()) as Schema<'Undone'>;
      const run = () =>
        act(
          async () => {
            await send('/undo', { method: 'POST' }, world);
            await refresh();
          },
          `Taken back: ${undone}.`,
          REPLACING.test(undone) ? undoIn(world) : undefined,
        );
      if (discards === 0) await run();
      else {
        const some = among.join(', ') + (discards > among.length ? ' …' : '');
        const what = `Takes back: ${undone}; discards ${counted(discards, 'change')} since: ${some}.`;
        toast(what, 'info', () => void run());
      }
    }, '');
