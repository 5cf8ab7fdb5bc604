// The controls that views share: icons, buttons, choices and inputs.
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { toast } from './toast.tsx';

/** The icons, as paths of 20 by 20 units. */
const PATHS = {
  requests: 'M3 6h11m0 0-3-3m3 3-3 3M17 14H6m0 0 3-3m-3 3 3 3',
  reference:
    'M10 5.5C8.5 4.3 6.5 4 3 4v11.5c3.5 0 5.5.3 7 1.5V5.5Zm0 0C11.5 4.3 13.5 4 17 4v11.5c-3.5 0-5.5.3-7 1.5',
  data: 'M3.5 4.5h13v11h-13ZM3.5 8.5h13M3.5 12h13M8 8.5v7',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm0 3v4l2.5 2',
  timeline: 'M10 3v14M10 5.5h5M10 10H5M10 14.5h5',
  worlds: 'M10 3 3 6.5l7 3.5 7-3.5L10 3ZM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5',
  outbox: 'M3 11v4.5A1.5 1.5 0 0 0 4.5 17h11a1.5 1.5 0 0 0 1.5-1.5V11M10 13V3m0 0L6 7m4-4 4 4',
  personas: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7a6.5 6.5 0 0 1 13 0',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M12 4l-6 6 6 6',
  menu: 'M4 5.5h12M4 10h12M4 14.5h12',
  system: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm0 0v14m1-13.5v13m1.5-12.5v12m1.5-11v10',
  light:
    'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.5 4.5l1 1m9 9 1 1m0-11-1 1m-9 9-1 1',
  dark: 'M16.5 11.5A7 7 0 0 1 8.5 3.5a7 7 0 1 0 8 8Z',
  keys: 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.2m0 2.7v.2',
  faults: 'M10 3 2.5 16.5h15L10 3Zm0 5v4m0 2v.5',
} as const;

type IconName = keyof typeof PATHS;

/** An icon, which assistive technology does not read: the text beside it says what it means. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

type ButtonProps = Omit<ComponentProps<'button'>, 'icon' | 'type'> & {
  kind?: 'primary' | undefined;
  /** shown before the text; a button without a text is named by `aria-label` */
  icon?: IconName;
};

export const Button = ({ kind, icon, children, ...rest }: ButtonProps) => (
  <button type="button" class={`button button-${kind ?? (icon && !children ? 'icon' : 'plain')}`} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

export const Submit = ({
  kind = 'primary',
  ...rest
}: Omit<ComponentProps<'button'>, 'type'> & { kind?: string }) => (
  <button type="submit" class={`button button-${kind}`} {...rest} />
);

const CONFIRMED_MS = 1500;

type CopyProps = { text: string | (() => string); label: string; shown?: boolean | string };

/**
 * A button that copies a text.
 * @param text the text, or a function that builds it when the button is pressed
 * @param label what the button is called
 * @param shown its visible text: true shows the label, a text is shown in its place; without it only the icon is seen
 */
export function CopyButton({ text, label, shown = false }: CopyProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
      toast('Copied.');
      setTimeout(() => setCopied(false), CONFIRMED_MS);
    } catch {
      toast('The browser does not let this page copy. Select the text and copy it.', 'error');
    }
  };
  const name = shown === true ? undefined : label;
  return (
    <Button icon={copied ? 'check' : 'copy'} aria-label={name} title={name} onClick={copy}>
      {shown === true ? label : shown}
    </Button>
  );
}

/** A choice: its value, which is its text too, or both. */
export type Choice = string | readonly [value: string, text: string];

/** The choices of a `<select>` or of a group of it. */
export const Options = ({ of }: { of: readonly Choice[] }) => (
  <>
    {of.map((one) => {
      const [value, text] = typeof one === 'string' ? [one, one] : one;
      return (
        <option key={value} value={value}>
          {text}
        </option>
      );
    })}
  </>
);

type SelectProps = Omit<ComponentProps<'select'>, 'value' | 'label' | 'role' | 'size'> & {
  value: string;
  choose: (value: string) => void;
  options?: readonly Choice[];
  /** its name for assistive technology, where no `<label>` names it */
  label?: string;
  children?: ComponentChildren;
};

/** A choice of one value. The children stand before the options. */
export const Select = ({ choose, options = [], label, children, ...rest }: SelectProps) => (
  <select
    class="select"
    aria-label={label}
    onChange={({ currentTarget }) => choose(currentTarget.value)}
    {...rest}
  >
    {children}
    <Options of={options} />
  </select>
);

export const Input = ({ change, ...rest }: ComponentProps<'input'> & { change: (text: string) => void }) => (
  <input class="input" onInput={({ currentTarget }) => change(currentTarget.value)} {...rest} />
);

/** How long a person has stopped typing before `change` is called, in ms. */
const TYPING_MS = 250;

type SearchProps = { label: string; value: string; change: (text: string) => void };

/** A field for a text that is searched when the user pauses. */
export function SearchInput({ label, value, change }: SearchProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => change(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <Input type="search" aria-label={label} placeholder="Search" value={text} change={setText} />;
}

type FieldProps = {
  label: ComponentChildren;
  required?: boolean;
  /** what is wrong with the value */
  problems?: readonly string[] | undefined;
  /** returns the control, with the attributes that bind it to its label and its problems */
  children: (attributes: ReturnType<typeof fieldAttributes>) => ComponentChildren;
};

const fieldAttributes = (id: string, required: boolean, isWrong: boolean) => ({
  ...{ id, required, 'aria-invalid': isWrong },
  'aria-describedby': isWrong ? `${id}-problems` : undefined,
});

/** A row of a form: a label, its control, and what is wrong with the value. */
export function Field({ label, required = false, problems = [], children }: FieldProps) {
  const id = useId();
  return (
    <div class={`field${required ? ' field-required' : ''}`}>
      <label for={id}>{label}</label>
      {children(fieldAttributes(id, required, problems.length > 0))}
      {problems.length > 0 && (
        <p id={`${id}-problems`} class="bad" role="alert">
          {problems.join(' ')}
        </p>
      )}
    </div>
  );
}

type CheckboxProps = { text: string; checked: boolean; change: (checked: boolean) => void; title?: string };

/** A box that is ticked or not, with its text. */
export const Checkbox = ({ text, checked, change, title }: CheckboxProps) => (
  <label class="flow" title={title}>
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
    {text}
  </label>
);
