// The command palette (Ctrl-K): goes to views, operations, records and requests, and acts on the world. A dialog
// with a combobox (WAI-ARIA Authoring Practices, combobox pattern).
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { control, type Schema, send } from './api/client.ts';
import { bearerOf } from './api/platform.ts';
import { Input } from './components/controls.tsx';
import { rowNameOf, Time } from './components/display.tsx';
import { goTo } from './state/focus.ts';
import { paletteShown } from './state/keys.ts';
import { undoIn } from './state/undo.ts';
import { act, refresh, useData } from './state/use-data.ts';
import { personas } from './state/world.ts';
import { memberOf, moneyOf } from './views/data/tables.ts';
import { Value } from './views/data/value.tsx';
import { FAULT_PRESETS, refusalFaults } from './views/fault-presets.ts';
import { loadReference, reference, searchReference } from './views/reference/reference-state.ts';
import { views } from './views.ts';

/** What can be chosen: a page to go to, or something to do; the detail tells those of one title apart. */
type Command = readonly [kind: string, title: string, run: () => unknown, detail?: ComponentChildren];

// Makes an action of a call of the control API, such as `POST /reset`.
function action(title: string, call: string, body: object = {}, undo = false): Command {
  const [method = '', path = ''] = call.split(' ');
  const run = () => send(path, { method, body: JSON.stringify(body) }).then(refresh);
  return ['action', title, () => act(run, `Done: ${title}.`, undo ? undoIn() : undefined)];
}

const ACTIONS: readonly Command[] = [
  action('Reset the world', 'POST /reset', {}, true),
  ['action', 'Undo the last reset, restore, import or removal', () => undoIn()()],
  action('Take a snapshot', 'POST /snapshots'),
  action('Freeze the clock', 'POST /clock/freeze'),
  action('Resume the clock', 'POST /clock/resume'),
  action('Advance the clock to what comes due next', 'POST /clock/advance', { by: 'next' }),
  action('Advance the clock by a day', 'POST /clock/advance', { by: 'P1D' }),
  action('Advance the clock by a month', 'POST /clock/advance', { by: 'P1M' }),
  action('Empty the log of requests', 'DELETE /requests', {}, true),
  action('Remove all faults', 'DELETE /faults', {}, true),
  ...Object.entries(FAULT_PRESETS).map(([name, fault]) =>
    action(`Inject a fault: ${name}`, 'POST /faults', fault),
  ),
];

// What tells records of one name apart: an amount, the status and the time.
function recordDetail({ row }: Schema<'FoundRecord'>): ComponentChildren {
  const amount = Object.keys(row).find((name) => moneyOf({ row }, name));
  return [amount, 'status', 'created_at'].map(
    (name) => name && memberOf({ row }, name) && <Value key={name} row={row} name={name} />,
  );
}

const matching = (text: string, commands: readonly Command[]): Command[] =>
  commands.filter(([kind, title]) =>
    text.split(/\s+/).every((word) => `${kind} ${title}`.toLowerCase().includes(word)),
  );

const commonCommands = (): Command[] => [
  ...views.map(({ id, title }): Command => ['page', title, () => goTo(id)]),
  ...ACTIONS,
  ...Object.entries(personas.value).map(([name, persona]): Command => {
    const copy = () => navigator.clipboard.writeText(bearerOf(persona) ?? '');
    if (bearerOf(persona) === null) return ['persona', name, () => goTo('personas')];
    return ['persona', `${name}: copy the token`, () => act(copy, 'Copied.')];
  }),
];

const refusalCommands = (): Command[] =>
  (reference.value?.operations ?? [])
    .flatMap((one) => Object.entries(refusalFaults(one)))
    .map(([title, fault]) => action(title, 'POST /faults', fault));

const referenceFor = (text: string): Command[] =>
  searchReference
    .value(text, 12)
    .map(({ kind, title, detail, path }) => [kind, title, () => goTo('reference', path), detail]);

async function search(text: string): Promise<{ text: string; commands: Command[] }> {
  if (text === '') return { text, commands: [] };
  const query = { q: text };
  const [{ records }, { requests }] = await Promise.all([
    control('get', '/records', { query }),
    control('get', '/requests', { query: { ...query, limit: 5 } }),
  ]);
  const commands = [
    ...records.map((one): Command => {
      const { table, id, label } = one;
      return [rowNameOf(table), label ?? id, () => goTo('data', [table, id]), recordDetail(one)];
    }),
    ...requests.map(
      ({ id, status, method, url, at }): Command => [
        'request',
        `${status} ${method} ${url}`,
        () => goTo('requests', [id]),
        [id, <Time key="at" at={at} date={false} />],
      ],
    ),
  ];
  return { text, commands };
}

const scrollTo = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

/** How long a person has stopped typing before the mock is asked, in ms. */
const TYPING_MS = 150;

/** The palette; it is open as long as it is in the page. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [asked, setAsked] = useState('');
  const { data: found } = useData(() => search(asked), { inputs: [asked] });
  const wanted = text.trim().toLowerCase();
  // A layout effect, so that what is typed at once after the key arrives here.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    void loadReference();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const commands = [
    ...matching(wanted, commonCommands()),
    ...referenceFor(wanted),
    ...(found?.text === wanted ? found.commands : []),
    ...(wanted === '' ? [] : matching(wanted, refusalCommands())),
  ];
  // The event comes late: a palette that was opened since stays.
  const closed = (): void => {
    if (dialog.current) paletteShown.value = false;
  };
  const choose = (command: Command | undefined): void => {
    dialog.current?.close();
    closed();
    command?.[2]();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: commands.length - 1, Enter: null, Escape: null }[event.key];
    if (step === undefined) return;
    // Enter would press the button that gets the focus back, and Escape would close the palette late.
    event.preventDefault();
    if (step === null) choose(event.key === 'Enter' ? commands[active] : undefined);
    else setActive((active + step) % Math.max(1, commands.length));
  };
  return (
    <dialog ref={dialog} class="card palette" aria-label="Search and act" onClose={closed}>
      <Input
        role="combobox"
        aria-label="Search and act"
        placeholder="Requests, records, operations, or something to do"
        autocomplete="off"
        aria-expanded={commands.length > 0}
        aria-controls="commands"
        aria-activedescendant={commands.length > 0 ? `command-${active}` : undefined}
        value={text}
        change={(typed) => {
          setText(typed);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {commands.length > 0 ? (
        <div id="commands" role="listbox" aria-label="Results">
          {commands.map((one, at) => (
            <button
              key={`${one[0]} ${one[1]} ${at}`}
              id={`command-${at}`}
              ref={at === active ? scrollTo : null}
              type="button"
              class="nav-link"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              onClick={() => choose(one)}
            >
              {one[1]}
              <span class="flow push small muted">
                {one[3]} <span>{one[0]}</span>
              </span>
            </button>
          ))}
        </div>
      ) : (
        <p role="status">Nothing found.</p>
      )}
    </dialog>
  );
}
