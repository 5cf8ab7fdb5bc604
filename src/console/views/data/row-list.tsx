// The rows of a table: a search, a filter by the value of a member, an order, and the rows in sight.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { control } from '../../api/client.ts';
import { onEvents } from '../../api/events.ts';
import { Button, type Choice, Input, Options, SearchInput, Select } from '../../components/controls.tsx';
import { type Column, ListView, secondColumn } from '../../components/data-table.tsx';
import { EmptyState, rowNameOf, titleOf, ViewHead, wordsOf } from '../../components/display.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import type { Read } from '../../state/paged-list.ts';
import { useList } from '../../state/use-data.ts';
import { reference } from '../reference/reference-state.ts';
import { StateBadge } from './state-badge.tsx';
import { createOperations, memberOf, moneyOf, type Row, type Table } from './tables.ts';
import { Value } from './value.tsx';

/** How many rows the choice of the shown members, and of the values that the filter proposes, looks at. */
const SAMPLE = 50;

type ListProps = {
  table: Table;
  openId: string | null;
  /** the record that is open, or the form of a new one; null for none */
  panel: ComponentChildren | null;
};

export function RowList({ table, openId, panel }: ListProps) {
  const { q = '', where = '', sort = '' } = route.value.params;
  const list = useList<Row, Read<Row>>(
    async ({ offset, limit }) => {
      const query = {
        ...{ limit, offset },
        ...(q !== '' && { q }),
        ...(where !== '' && { where: [where] }),
        ...(sort !== '' && { sort }),
      };
      const path = { table: table.name };
      const { rows, total: found } = await control('get', '/tables/{table}/rows', { path, query });
      return { items: rows, total: found };
    },
    { inputs: [table.name, q, where, sort], on: 'changes' },
  );
  const changed = useChangedIds(table.name);
  const total = list?.start.value?.total ?? null;
  const sample = Array.from({ length: SAMPLE }, (_, at) => list?.at(at)).flatMap((row) => row ?? []);
  const go = (params: Record<string, string>, path = route.value.path, replace = true): void =>
    navigate(hrefOf('data', path, { q, where, sort, ...params }), { replace });
  const document = reference.value;
  const create = useMemo(() => document && createOperations(document, table)[0], [document, table.name]);
  const createButton = create && (
    <Button
      onClick={() => go({ new: create.id }, [table.name], false)}
    >{`New ${rowNameOf(table.name)}`}</Button>
  );
  const isFiltered = q !== '' || where !== '';
  const orders = table.orders.flatMap((order): Choice[] =>
    order === 'created_at'
      ? [
          ['', 'Newest first'],
          [order, 'Oldest first'],
        ]
      : [
          [`-${order}`, `${titleOf(order)} ↓`],
          [order, `${titleOf(order)} ↑`],
        ],
  );
  return (
    <ListView
      version={`${q} ${where} ${sort}`}
      label={wordsOf(table.name)}
      columns={columnsOf(table, sample, changed)}
      list={list}
      openId={openId}
      open={(id) => go({}, [table.name, id], false)}
      panel={panel}
      head={
        <ViewHead
          title={titleOf(table.name)}
          count={<span role="status">{total !== null && countText(total, table.rows)}</span>}
        >
          {createButton}
          <SearchInput label="Search the rows" value={q} change={(text) => go({ q: text })} />
          <Filter
            key={where}
            table={table}
            where={where}
            sample={sample}
            change={(text) => go({ where: text })}
          />
          <Select label="Order" value={sort} choose={(value) => go({ sort: value })} options={orders} />
        </ViewHead>
      }
      empty={
        isFiltered ? (
          <EmptyState title="No row matches">
            <Button onClick={() => go({ q: '', where: '' })}>Show all rows</Button>
          </EmptyState>
        ) : (
          <EmptyState title="No rows yet">
            {createButton ?? <p>The mock fills this table by itself.</p>}
          </EmptyState>
        )
      }
    />
  );
}

const MARKED_MS = 4000;

// Returns the ids of the rows that were changed in the last seconds.
function useChangedIds(table: string): ReadonlySet<string> {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      onEvents((events) => {
        const commits = events.flatMap((event) => (event.type === 'commit' ? event.data.writes : []));
        const ids = new Set(commits.filter((write) => write.table === table).map(({ id }) => id));
        if (ids.size === 0) return;
        setChanged((before) => new Set([...before, ...ids]));
        const unmark = () => setChanged((before) => new Set([...before].filter((id) => !ids.has(id))));
        setTimeout(unmark, MARKED_MS);
      }),
    [table],
  );
  return changed;
}

const countText = (total: number, all: number): string =>
  total === all ? all.toLocaleString() : `${total.toLocaleString()} of ${all.toLocaleString()}`;

/** Members that a list does not show: they are in the label, or say little. */
const LEFT_OUT = new Set(['id', 'tenant_id', 'status', 'created_at', 'updated_at', 'metadata']);

/** How many members a list shows beside the label, the status and the time of creation. */
const MAX_MEMBERS = 4;

/**
 * Chooses the members that a list of rows shows, of those with short values in a sample: records that have names, then
 * an amount of money, then others, then instants.
 */
function listedMembers(table: Table, sample: readonly Row[]): string[] {
  const informative = table.members.filter((name) => {
    const filled = sample.filter((row) => (memberOf(row, name) ?? '') !== '').length;
    if (LEFT_OUT.has(name) || filled < sample.length / 4) return false;
    // A record without a name says nothing, and one with the name of the row or of another record says it twice.
    if (sample.some((row) => referenceAt(row, name)))
      return sample.some((row) => {
        const { label = null } = referenceAt(row, name) ?? {};
        const other = row.references.find((one) => one.label === label);
        return label !== null && label !== row.label && other?.pointer === `/${name}`;
      });
    const values = sample.map((row) => memberOf(row, name));
    return values.some((value, at) => {
      const says = typeof value !== 'object' && (value ?? '') !== '' && value !== '***';
      return says && !sample[at]?.label?.includes(String(value));
    });
  });
  const amounts = informative.filter((name) => sample.some((row) => moneyOf(row, name)));
  const shown = informative.filter(
    (name) =>
      (!amounts.includes(name) || name === (amounts.find((one) => one.startsWith('total')) ?? amounts[0])) &&
      (name !== 'currency' || amounts.length === 0),
  );
  const rank = (name: string): number =>
    sample.some((row) => referenceAt(row, name))
      ? 0
      : amounts.includes(name)
        ? 1
        : name.endsWith('_at')
          ? 3
          : 2;
  return shown.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_MEMBERS);
}

// Returns the record that a member of a row names; undefined when it names none.
const referenceAt = ({ references }: Row, name: string): Row['references'][number] | undefined =>
  references.find(({ pointer }) => pointer === `/${name}`);

function columnsOf(table: Table, sample: readonly Row[], changed: ReadonlySet<string>): Column<Row>[] {
  const plain = (name: string, title = titleOf(name.replace(/_id$/, ''))) =>
    secondColumn<Row>(
      name,
      title,
      (row) => <Value {...row} name={name} />,
      sample.some((row) => moneyOf(row, name) ?? typeof memberOf(row, name) === 'number'),
    );
  const label: Column<Row> = {
    key: 'label',
    title: sample.some((row) => row.label !== null) ? 'Name' : 'Id',
    render: (row) => (
      <>
        {changed.has(row.id) && (
          <span class="changed" title="Changed just now">
            <span class="visually-hidden">Changed: </span>
          </span>
        )}
        <span title={row.id}>{row.label ?? <code>{row.id.slice(0, 8)}</code>}</span>
      </>
    ),
  };
  const status: Column<Row> = {
    key: 'status',
    title: 'Status',
    render: (row) => <StateBadge table={table.name} state={memberOf(row, 'status')} />,
  };
  return [
    label,
    ...(table.members.includes('status') ? [status] : []),
    ...listedMembers(table, sample).map((name) => plain(name)),
    plain('created_at', 'Created'),
    ...(table.tenant && new Set(sample.map((row) => memberOf(row, 'tenant_id'))).size > 1
      ? [plain('tenant_id')]
      : []),
  ];
}

type FilterProps = { table: Table; where: string; sample: readonly Row[]; change: (where: string) => void };

function Filter({ table, where, sample, change }: FilterProps) {
  const at = where.indexOf('=');
  const [member, setMember] = useState(at < 0 ? '' : where.slice(0, at));
  const [value, setValue] = useState(where.slice(at + 1));
  const id = useId();
  const values = sample.map((row) => memberOf(row, member)).filter((known) => typeof known === 'string');
  const names = new Set([...table.filters, ...table.members, ...(member === '' ? [] : [member])]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change(member === '' || value === '' ? '' : `${member}=${value}`);
  };
  const choose = (name: string): void => {
    setMember(name);
    if (name === '') change('');
  };
  return (
    <form class="flow" onSubmit={submit}>
      <Select
        label="Filter by member"
        value={member}
        choose={choose}
        options={[['', 'No filter'], ...names]}
      />
      {member !== '' && (
        <Input
          aria-label={`Value of ${member}`}
          placeholder="value, then Enter"
          list={`${id}-values`}
          value={value}
          change={setValue}
        />
      )}
      <datalist id={`${id}-values`}>
        <Options of={[...new Set(values)]} />
      </datalist>
    </form>
  );
}
