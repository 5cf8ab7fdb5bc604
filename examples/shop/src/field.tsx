// A labelled form field with its error message.
import type { ComponentChildren } from 'preact';
import type { FormProblem } from './errors.ts';

/** The attributes that connect a control with its label and its message. */
type ControlAttributes = {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
};

/**
 * Shows a field.
 * @param name the platform's name of the member, with dots: `items.0.quantity`
 */
export function Field({
  label,
  name,
  problem,
  children,
}: {
  label: string;
  name: string;
  problem: FormProblem;
  children: (attributes: ControlAttributes) => ComponentChildren;
}) {
  const id = `field-${name}`;
  const wrong = problem.fields[name];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        ...(wrong !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` }),
      })}
      {wrong !== undefined && (
        <span class="wrong" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  );
}

/** Moves the focus to the first field of a form that is marked as wrong. */
export function focusFirstWrong(form: HTMLFormElement): void {
  // The marks are drawn after the present task.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
