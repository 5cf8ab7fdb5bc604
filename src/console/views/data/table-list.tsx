// The tables of the world, grouped by area; on a narrow screen as a choice.
import { useState } from 'preact/hooks';
import { hrefOf, navigate } from '../../state/location.ts';
import { groupTables, type Table, wordsOf } from './tables.ts';

/** Lists the tables with their numbers of rows. */
export function TableList({ tables, current }: { tables: readonly Table[]; current: string | undefined }) {
  const [id, setId] = useState('');
  const groups = groupTables(tables);
  const find = (event: SubmitEvent): void => {
    event.preventDefault();
    if (id.trim() !== '') navigate(hrefOf('data', ['-', id.trim()]));
    setId('');
  };
  return (
    <div class="data-tables">
      <form class="data-find" onSubmit={find}>
        <input
          class="input"
          type="search"
          aria-label="Find a record by its id"
          placeholder="Find a record by id"
          value={id}
          onInput={({ currentTarget }) => setId(currentTarget.value)}
        />
      </form>
      <select
        class="select data-table-choice"
        aria-label="Table"
        value={current ?? ''}
        onChange={({ currentTarget }) => navigate(hrefOf('data', [currentTarget.value]))}
      >
        <option value="" disabled>
          Choose a table
        </option>
        {groups.map(({ title, tables: own }) => (
          <optgroup key={title} label={title}>
            {own.map(({ name, rows }) => (
              <option key={name} value={name}>
                {`${wordsOf(name)} (${rows.toLocaleString()})`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <nav class="data-table-list" aria-label="Tables">
        {groups.map(({ title, tables: own }) => (
          <section key={title}>
            {own.length > 1 && <h2>{title}</h2>}
            <ul>
              {own.map(({ name, rows }) => (
                <li key={name}>
                  <a href={hrefOf('data', [name])} aria-current={name === current ? 'page' : undefined}>
                    <span>{wordsOf(name)}</span>
                    <span class={rows === 0 ? 'data-count data-count-none' : 'data-count'}>
                      {rows.toLocaleString()}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}
