// Builds a web page that shows terminal output with its colours.
import { Html, html } from '../../src/suite/formats/blocks.ts';

/** CSS class of each SGR parameter (ECMA-48, 8.3.117). */
const CLASSES: Record<string, string> = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '36': 'cyan',
};

const STYLE = `
  body { margin: 0; padding: 24px; background: #14161a; color: #d7dbe0;
    font: 14px/1.5 "DejaVu Sans Mono", ui-monospace, monospace; }
  pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
  .bold { font-weight: bold; } .dim { color: #8b939e; }
  .red { color: #ff8a80; } .green { color: #7ed3a0; } .yellow { color: #f2c063; } .cyan { color: #7cc7d8; }`;

/** Builds a web page that shows terminal output. */
export function terminalPage(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape character begins every sequence
  const parts = text.split(/\u001b\[(\d+)m/);
  const on = new Set<string>();
  const spans = parts.map((part, at) => {
    if (at % 2 === 0)
      return on.size === 0 ? html`${part}` : html`<span class="${[...on].join(' ')}">${part}</span>`;
    const named = CLASSES[part];
    if (named !== undefined) on.add(named);
    // The SGR parameter 22 ends bold and dim text, and the parameter 39 ends the colour.
    else
      for (const one of part === '22' ? ['bold', 'dim'] : ['red', 'green', 'yellow', 'cyan']) on.delete(one);
    return html``;
  });
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>console</title><style>${new Html(STYLE)}</style><body><pre>${spans}</pre></body></html>`
    .text;
}
