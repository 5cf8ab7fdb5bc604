// Forms that show each error message of a 422 reply beside the field that the message is about.
import { ApiError } from 'hosting-contract/client';
import { byId, el } from './dom.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Creates a labelled field. The control's `name` is the platform's name of the member, with dots: `items.0.quantity`.
 */
export function field(label: string, control: Field): HTMLElement {
  control.id = `field-${control.name}`;
  const wrong = el('span', { id: `wrong-${control.name}`, class: 'wrong' });
  control.setAttribute('aria-describedby', wrong.id);
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, wrong);
}

/** Creates a select control from pairs of a value and a label. */
export const select = (name: string, options: readonly [value: string, label: string][]): HTMLSelectElement =>
  el('select', { name }, ...options.map(([value, label]) => el('option', { value }, label)));

/**
 * Creates a form. On submit it calls `send`, ignores further submits until `send` has finished, and shows the
 * platform's errors.
 */
export function form(
  submit: string,
  fields: readonly HTMLElement[],
  send: (values: Record<string, string>) => Promise<void>,
): HTMLFormElement {
  const alert = el('p', { role: 'alert' });
  const button = el('button', { type: 'submit' }, submit);
  const element: HTMLFormElement = el(
    'form',
    {
      // The browser does not validate the form, because only the platform knows its rules and a second validation could
      // contradict them.
      novalidate: '',
      onsubmit: (event) => {
        event.preventDefault();
        void run();
      },
    },
    ...fields,
    el('div', { class: 'actions' }, button, alert),
  );
  const run = async (): Promise<void> => {
    button.disabled = true;
    showFieldErrors(element, {});
    alert.textContent = '';
    const values = [...new FormData(element)].map(([name, value]) => [name, String(value)]);
    try {
      await send(Object.fromEntries(values));
    } catch (error) {
      alert.textContent = showErrors(element, error);
    } finally {
      button.disabled = false;
    }
  };
  return element;
}

/**
 * Shows each error message beside its field.
 * @returns the message for the form as a whole
 */
function showErrors(form: HTMLFormElement, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const elsewhere = showFieldErrors(form, error.errors);
  if (elsewhere.length > 0) return elsewhere.join(' ');
  if (Object.keys(error.errors).length > 0) return 'Please correct what is marked.';
  return messageOf(error);
}

function showFieldErrors(form: HTMLFormElement, errors: ApiError['errors']): string[] {
  const fieldNames = new Set<string>();
  for (const control of form.querySelectorAll<Field>('[name]')) {
    const texts = errors[control.name] ?? [];
    fieldNames.add(control.name);
    if (texts.length > 0) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
    const wrong = document.getElementById(`wrong-${control.name}`);
    if (wrong) wrong.textContent = texts.join(' ');
  }
  return Object.entries(errors).flatMap(([name, texts]) =>
    fieldNames.has(name) ? [] : [`${name}: ${texts.join(' ')}`],
  );
}

/** Runs a task of the shop; shows an error of the task above the page. */
export function runTask(task: Promise<void>): void {
  task.catch((error: unknown) => {
    byId('status').textContent = messageOf(error);
  });
}

/** Returns the platform's error message, without the text in which the client describes the call. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const [first = ''] = error.message.split('\n');
  return first.replace(/^.*? was answered \d+: /, '');
}
