// The rows of a table: a search, a filter by the value of a member, an order, and the rows in sight.
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Time } from '../../components/time.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { reference } from '../reference/reference-state.ts';
import { createOperations, wordsOfSchema } from './create-operations.ts';
import { type RowPages, useRowPages } from './row-pages.ts';
import { StateBadge } from './state-badge.tsx';
import { listedMembers, memberOf, type Row, referenceAt, type Table, wordsOf } from './tables.ts';

/** How long a person has stopped typing before the rows are searched, in ms. */
const TYPING_MS = 250;
/** How many rows the choice of the shown members, and of the values that the filter proposes, looks at. */
const SAMPLE = 50;

/** Lists the rows of a table. */
export function RowList({
  table,
  openId,
  isBesidePanel,
}: {
  table: Table;
  openId: string | null;
  /** whether a record, or the form of a new one, is open beside the rows */
  isBesidePanel: boolean;
}) {
  const { q = '', where = '', sort = '' } = route.value.params;
  const pages = useRowPages(table.name, { q, where, sort });
  const sample = Array.from({ length: SAMPLE }, (_, at) => pages.rowAt(at)).flatMap((row) => row ?? []);
  const listed = listedMembers(table, sample).join(' ');
  const labelled = sample.some(({ label }) => label !== null);
  const columns = useMemo(
    () => columnsOf(table, listed === '' ? [] : listed.split(' '), labelled, isBesidePanel, pages),
    [table.name, listed, labelled, isBesidePanel, pages.isChanged],
  );
  const go = (params: Record<string, string>, path = route.value.path): void =>
    navigate(hrefOf('data', path, { q, where, sort, ...params }), { replace: true });
  const open = (id: string): void => navigate(hrefOf('data', [table.name, id], { q, where, sort }));
  const document = reference.value;
  const create = useMemo(
    () => (document === null ? undefined : createOperations(document, table)[0]),
    [document, table.name],
  );
  const createTitle = `New ${table.schema === null ? wordsOf(table.name) : wordsOfSchema(table.schema)}`;
  const openForm = ({ id }: { id: string }): void =>
    navigate(hrefOf('data', [table.name], { q, where, sort, new: id }));
  return (
    <section class="data-rows" aria-label={`Rows of ${wordsOf(table.name)}`}>
      <div class="view-head">
        <h2 class="data-title">
          {wordsOf(table.name)}{' '}
          <span class="muted" role="status">
            {pages.total === null ? '' : countText(pages.total, table.rows)}
          </span>
        </h2>
        {create && (
          <button type="button" class="button" onClick={() => openForm(create)}>
            {createTitle}
          </button>
        )}
        <Search value={q} change={(text) => go({ q: text })} />
        <Filter
          key={where}
          table={table}
          where={where}
          sample={sample}
          change={(text) => go({ where: text })}
        />
        <select
          class="select data-narrow"
          aria-label="Order"
          value={sort}
          onChange={({ currentTarget }) => go({ sort: currentTarget.value })}
        >
          {table.orders.flatMap((order) => [
            <option key={`-${order}`} value={order === 'created_at' ? '' : `-${order}`}>
              {order === 'created_at' ? 'Newest first' : `${wordsOf(order)} ↓`}
            </option>,
            <option key={order} value={order}>
              {order === 'created_at' ? 'Oldest first' : `${wordsOf(order)} ↑`}
            </option>,
          ])}
        </select>
      </div>
      {pages.error ? (
        <ErrorState error={pages.error} />
      ) : (
        <DataTable
          key={`${q} ${where} ${sort}`}
          label={wordsOf(table.name)}
          columns={columns}
          rowCount={pages.total ?? 0}
          rowAt={pages.rowAt}
          keyOf={({ id }) => id}
          openKey={openId}
          onOpen={({ id }) => open(id)}
          onRange={pages.show}
          empty={
            pages.total === 0 && (
              <EmptyState title={q === '' && where === '' ? 'No rows yet' : 'No row matches'}>
                {q === '' && where === '' ? (
                  create ? (
                    <button type="button" class="button" onClick={() => openForm(create)}>
                      {createTitle}
                    </button>
                  ) : (
                    <p>The mock fills this table by itself.</p>
                  )
                ) : (
                  <button type="button" class="button" onClick={() => go({ q: '', where: '' })}>
                    Show all rows
                  </button>
                )}
              </EmptyState>
            )
          }
        />
      )}
    </section>
  );
}

const countText = (total: number, all: number): string =>
  total === all ? all.toLocaleString() : `${total.toLocaleString()} of ${all.toLocaleString()}`;

function columnsOf(
  table: Table,
  listed: readonly string[],
  labelled: boolean,
  narrow: boolean,
  { isChanged }: RowPages,
): Column<Row>[] {
  const plain = (name: string): Column<Row> => ({
    key: name,
    title: wordsOf(name.replace(/_id$/, '')),
    width: 'minmax(80px, 1fr)',
    wideOnly: true,
    render: (row) => <Cell row={row} name={name} />,
  });
  return [
    {
      key: 'label',
      title: labelled ? 'Name' : 'Id',
      width: 'minmax(150px, 1.6fr)',
      render: (row) => (
        <>
          {isChanged(row.id) && (
            <span class="data-changed" title="Changed just now">
              <span class="visually-hidden">Changed: </span>
            </span>
          )}
          {row.label ?? <code>{row.id.slice(0, 8)}</code>}
        </>
      ),
    },
    ...(table.members.includes('status')
      ? [
          {
            key: 'status',
            title: 'status',
            width: '112px',
            render: (row: Row) => <StateBadge table={table} state={memberOf(row, 'status')} />,
          },
        ]
      : []),
    ...listed.slice(0, narrow ? 1 : undefined).map(plain),
    ...(table.tenant && !narrow ? [plain('tenant_id')] : []),
    ...(narrow
      ? []
      : [
          {
            key: 'created_at',
            title: 'created',
            width: '160px',
            wideOnly: true,
            render: (row: Row) => <Time at={String(memberOf(row, 'created_at'))} />,
          },
        ]),
  ];
}

function Cell({ row, name }: { row: Row; name: string }) {
  const value = memberOf(row, name);
  const reference = referenceAt(row, name);
  if (reference) return reference.label ?? <code>{reference.id.slice(0, 8)}</code>;
  if (value === null || value === undefined || value === '') return <span class="muted">–</span>;
  if (name.endsWith('_at')) return <Time at={String(value)} />;
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value);
}

function Search({ value, change }: { value: string; change: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => change(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      class="input data-narrow"
      type="search"
      aria-label="Search the rows"
      placeholder="Search"
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function Filter({
  table,
  where,
  sample,
  change,
}: {
  table: Table;
  where: string;
  sample: readonly Row[];
  change: (where: string) => void;
}) {
  const at = where.indexOf('=');
  const [member, setMember] = useState(at < 0 ? '' : where.slice(0, at));
  const [value, setValue] = useState(where.slice(at + 1));
  const id = useId();
  const values = new Set(
    sample.flatMap((row) => {
      const known = memberOf(row, member);
      return typeof known === 'string' ? [known] : [];
    }),
  );
  const names = [...table.filters, ...table.members.filter((name) => !table.filters.includes(name))];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change(member === '' || value === '' ? '' : `${member}=${value}`);
  };
  return (
    <form class="data-filter" onSubmit={submit}>
      <select
        class="select data-narrow"
        aria-label="Filter by member"
        value={member}
        onChange={({ currentTarget }) => {
          setMember(currentTarget.value);
          if (currentTarget.value === '') change('');
        }}
      >
        <option value="">No filter</option>
        {member !== '' && !names.includes(member) && <option value={member}>{member}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {member !== '' && (
        <input
          class="input data-narrow"
          aria-label={`Value of ${member}`}
          placeholder="value, then Enter"
          list={`${id}-values`}
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <datalist id={`${id}-values`}>
        {[...values].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </form>
  );
}
