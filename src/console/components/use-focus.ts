// Moves the focus when what had it is gone, so that the keyboard and screen readers go on where the user is.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Returns a reference to a heading, which gets the focus when it is shown and nothing in sight has the focus: the list
 * beside it is hidden on a narrow screen, or a form has made place for it. The heading needs `tabIndex={-1}`.
 */
export function useFocusWhenLost(shown: boolean): RefObject<HTMLHeadingElement | null> {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement: active } = document;
    const isLost = active === null || active === document.body || active.getClientRects().length === 0;
    if (shown && isLost) element.current?.focus();
  }, [shown]);
  return element;
}
