// What views show in the same way: times, states, facts, and what stands in place of data.
import type { ComponentChildren } from 'preact';
import { ControlError, type Schema } from '../api/client.ts';
import { hrefOf } from '../state/location.ts';
import { Button } from './controls.tsx';

/** Writes an instant (ISO 8601) in UTC, as the API does: `2026-11-20 08:00:03`; what is no instant as it is. */
export const timeText = (at: string): string => at.replace(/^(\d{4}-\d\d-\d\d)T([\d:]{8}).*$/, '$1 $2');

/** An instant in UTC; its title is the time of the reader's zone. Without the date it is the time of day alone. */
export const Time = ({ at, date = true }: { at: string; date?: boolean }) => (
  <time dateTime={at} title={`${new Date(at).toLocaleString()} in your time zone`}>
    {date ? timeText(at) : timeText(at).slice(11)}
  </time>
);

/** Formats a duration in milliseconds: `0.4 ms`, `120 ms`, `2.3 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Formats a number with its noun: `1 request`, `2,000 requests`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;

const ACRONYMS = /\b(?:api|dns|id|ip|sku|ssl|tld|totp|ttl|url|vps)\b/g;

/** Writes the name of a table, an area, a member or a timer for people: `dns_records` becomes `DNS records`. */
export const wordsOf = (name: string): string =>
  name.replaceAll(/[._-]/g, ' ').replaceAll(ACRONYMS, (word) => word.toUpperCase());

/** Writes such a name as a title: `hosting_accounts` becomes `Hosting accounts`. */
export const titleOf = (name: string): string => wordsOf(name).replace(/^./, (first) => first.toUpperCase());

/** Returns what people call a row of a table: `webhook_deliveries` becomes `webhook delivery`. */
export const rowNameOf = (table: string): string =>
  wordsOf(table)
    .replace(/ies$/, 'y')
    .replace(/(x|ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');

/** Shortens the ids in a text to their first characters: `key 3fbcb274`. */
export const shortIds = (text: string): string =>
  text.replaceAll(/\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '$1');

/** Writes an amount in minor units of its currency: 1178 of EUR is 11.78 €. The title is the amount as the API has it. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return (
    <span class="money" title={`${amount} in minor units of ${currency}`}>
      {format.format(amount / 10 ** maximumFractionDigits)}
    </span>
  );
}

/** Returns the kind of a reply by its status, as badges and explanations are coloured. */
export const kindOfStatus = (status: number): 'good' | 'warn' | 'bad' =>
  status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';

/** A status such as 404; its colour follows its class. */
export const StatusBadge = ({ status }: { status: number }) => (
  <span class={`badge badge-${kindOfStatus(status)}`}>{status}</span>
);

/** Who answered a request of a mock with an upstream, and why. */
export const AnsweredBadge = ({ answered }: { answered: Schema<'Answered'> }) =>
  answered && (
    <span class="badge" title={answered.because}>
      {answered.by}
    </span>
  );

/** The number of attempts to do what was tried more than once. */
export const Attempts = ({ series }: { series: { attempts: number } | null | undefined }) =>
  series && series.attempts > 1 ? (
    <>
      {' '}
      <span class="badge">{counted(series.attempts, 'attempt')}</span>
    </>
  ) : null;

/** A link to a record, with what it is, and the number of attempts when there were several. */
export function RecordLink({ record }: { record: Schema<'RecordRef'> | null }) {
  if (record === null) return null;
  const { table, id, label, series } = record;
  return (
    <>
      <span class="muted">{rowNameOf(table)}</span>{' '}
      <a href={hrefOf('data', [table, id])} title={id}>
        {label ?? id.slice(0, 8)}
      </a>
      <Attempts series={series} />
    </>
  );
}

/** Facts with their names. A fact without a value (null, undefined, false, empty) is left out. */
export const Facts = ({
  of,
  kind = 'rows',
}: {
  of: readonly (readonly [name: string, value: ComponentChildren])[];
  kind?: 'rows' | 'code';
}) => (
  <dl class={`facts facts-${kind}`}>
    {of.map(
      ([name, value]) =>
        value !== null &&
        value !== undefined &&
        value !== false &&
        value !== '' && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** A button that shows `size` more of the `left` items of a list; nothing when none is left. */
export const More = ({ left, size, more }: { left: number; size: number; more: () => void }) =>
  left <= 0 ? null : (
    <Button onClick={more}>{`Show ${Math.min(size, left)} of ${left.toLocaleString()} more`}</Button>
  );

/** What went wrong; screen readers read it at once. Nothing without a text. */
export const Problem = ({ text }: { text: string | null }) =>
  text ? (
    <p class="bad" role="alert">
      {text}
    </p>
  ) : null;

/** The head of a view: its heading, how much there is, and what can be done. */
export const ViewHead = ({ title, count, children }: HeadProps) => (
  <header class="view-head">
    <h1>
      {title} <span class="muted">{count}</span>
    </h1>
    <span class="push" />
    {children}
  </header>
);
type HeadProps = { title: string; count?: ComponentChildren; children?: ComponentChildren };

/** A part of a page under its heading; `beside` stands at the end of the heading's line. */
export const Section = ({ title, beside, card = false, children }: SectionProps) => (
  <section class={`section${card ? ' card' : ''}`} aria-label={title}>
    <div class="page-head">
      <h2>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
);
type SectionProps = {
  title: string;
  beside?: ComponentChildren;
  card?: boolean;
  children: ComponentChildren;
};

/** What stands in place of an empty list. The title says what is missing; the children say what to do. */
export const EmptyState = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty-state">
    <h2>{title}</h2>
    {children}
  </div>
);

type ErrorProps = { error: Error; retry?: () => void; children?: ComponentChildren };

/** What stands in place of data that could not be loaded: what failed, and the offer to try again. */
export const ErrorState = ({ error, retry, children }: ErrorProps) => (
  <div class="empty-state" role="alert">
    <h2>{error.message}</h2>
    <code>{error instanceof ControlError ? error.code : error.name}</code>
    {retry && <Button onClick={retry}>Try again</Button>}
    {children}
  </div>
);

type LoadedProps<A> = {
  of: { data: A | null; error: Error | null; reload: () => void };
  children: (data: A) => ComponentChildren;
};

/** Shows data once it is loaded; until then, why it could not be. */
export function Loaded<A>({ of: { data, error, reload }, children }: LoadedProps<A>) {
  if (data !== null) return <>{children(data)}</>;
  return error && <ErrorState error={error} retry={reload} />;
}
