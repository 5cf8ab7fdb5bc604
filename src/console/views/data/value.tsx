// The value of a member of a row, as every view shows it.
import type { Schema } from '../../api/client.ts';
import { Money, RecordLink, shortIds, Time, wordsOf } from '../../components/display.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { hrefOf } from '../../state/location.ts';
import { StateBadge } from './state-badge.tsx';
import { memberOf, moneyOf } from './tables.ts';

type ValueProps = {
  row: object;
  name: string;
  references?: Schema<'Row'>['references'];
  /** the table of a record that is open: arrays and objects unfold, and records that it names are links */
  table?: string;
  /** whether ids are links */
  linked?: boolean;
};

/** The value of a member: an amount, a status, an instant, the record that it names, or JSON. */
export function Value({ row, name, references = [], table, linked = false }: ValueProps) {
  const value = memberOf({ row }, name);
  if (value === null || value === undefined || value === '') return <span class="muted none">–</span>;
  const money = moneyOf({ row }, name);
  if (money) return <Money {...money} />;
  const link = (id: unknown) => {
    const named = references.find((one) => one.id === id);
    if (named === undefined || named.exists) return named && <RecordLink record={named} />;
    return <span class="muted">{`${named.id} (removed from ${wordsOf(named.table)})`}</span>;
  };
  if (typeof value === 'object')
    return table ? (
      <JsonView value={value} label={name} render={link} />
    ) : (
      <code>{JSON.stringify(value)}</code>
    );
  const text = String(value);
  const named = references.find(({ id }) => id === value);
  if (named) return table ? link(value) : <span title={text}>{named.label ?? shortIds(text)}</span>;
  if (/(?:^|_)at$/.test(name)) return <Time at={text} />;
  if (table && name === 'status') return <StateBadge table={table} state={value} />;
  const short = /_id$/.test(name) ? shortIds(text) : text;
  if (!linked || short === text) return <>{short}</>;
  return (
    <a href={hrefOf('data', ['-', text])} title={text}>
      {short}
    </a>
  );
}
