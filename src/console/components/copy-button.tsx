// A button that copies a text.
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

const CONFIRMED_MS = 1500;

/**
 * A button that copies a text.
 * @param text the text, or a function that builds it when the button is pressed
 * @param label what the button is called
 * @param shown its visible text: true shows the label, a text is shown in its place; without it only the icon is seen
 */
export function CopyButton({
  text,
  label,
  shown = false,
}: {
  text: string | (() => string);
  label: string;
  shown?: boolean | string;
}) {
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
  return (
    <button
      type="button"
      class={`button ${shown ? 'button-small' : 'button-icon'}`}
      aria-label={shown === true ? undefined : label}
      title={shown === true ? undefined : label}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {shown === true ? label : shown}
    </button>
  );
}
