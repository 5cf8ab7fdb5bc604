// A button for what cannot be taken back: it acts at the second click.
import { useState } from 'preact/hooks';

/**
 * A button that asks at the first click and acts at the second one; leaving the button ends the question.
 * @param label what the button is called
 */
export function ConfirmButton({ label, confirmed }: { label: string; confirmed: () => unknown }) {
  const [asking, setAsking] = useState(false);
  const click = (): void => {
    setAsking(!asking);
    if (asking) void confirmed();
  };
  return (
    <button type="button" class="button button-small" onBlur={() => setAsking(false)} onClick={click}>
      {asking ? `${label}? Click again` : label}
    </button>
  );
}
