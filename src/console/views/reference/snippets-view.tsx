// The snippets of the request: curl, and the typed client.
import { useState } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { clientSnippet, curlSnippet, type SnippetRequest } from './model/snippets.ts';

const KINDS = [
  { id: 'curl', title: 'curl', build: curlSnippet },
  { id: 'client', title: 'Typed client', build: clientSnippet },
] as const;

/** Snippets that do what the button Send does. */
export function Snippets({ request }: { request: SnippetRequest }) {
  const [current, setCurrent] = useState('curl');
  return (
    <section class="panel">
      <Tabs
        label="Snippets"
        current={current}
        choose={setCurrent}
        tabs={KINDS.map(({ id, title, build }) => ({
          id,
          title,
          content: () => {
            const text = build(request);
            return (
              <div class="snippet">
                <CopyButton text={text} label={`Copy the ${title} snippet`} />
                <pre class="code">{text}</pre>
              </div>
            );
          },
        }))}
      />
    </section>
  );
}
