// Builds HTML safely: every inserted value is escaped, except HTML that these templates built.
import { escapeMarkup } from '../escape.ts';

/** Text that is already HTML and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = string | number | undefined | false | Html | readonly HtmlPart[];

/**
 * Builds HTML from a template: `html\`<p>${text}</p>\``. Texts and numbers are escaped, lists are joined, undefined
 * and false are left out.
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0] ?? '';
  for (const [at, part] of parts.entries()) text += renderPart(part) + (strings[at + 1] ?? '');
  return new Html(text);
}

function renderPart(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeMarkup(String(part));
}

/** Renders a sentence of the suite, in which backticks mark code. */
export const textWithCode = (text: string): Html[] =>
  text.split('`').map((part, at, { length }) => {
    // A backtick without a closing backtick is kept as a character.
    if (at % 2 === 1 && at < length - 1) return html`<code>${part}</code>`;
    return html`${at % 2 === 1 ? '`' : ''}${part}`;
  });
