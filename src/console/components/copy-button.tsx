// A button that copies a text.
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

const CONFIRMED_MS = 1500;

/**
 * A button that copies a text.
 * @param text the text, or a function that builds it when the button is pressed
 * @param label what the button is called; with `shown` its visible text, else read by screen readers only
 */
export function CopyButton({
  text,
  label,
  shown = false,
}: {
  text: string | (() => string);
  label: string;
  shown?: boolean;
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
      aria-label={shown ? undefined : label}
      title={shown ? undefined : label}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {shown && label}
    </button>
  );
}
