import type { ReactNode } from 'react';
import { Button, Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Empty } from './states.js';

export interface TableColumn<T> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** Numbers stand to the right. */
  readonly kind?: 'text' | 'number';
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  readonly empty: ReactNode;
  readonly hrefOf?: (item: T) => string;
  /** Where more follows by cursor. */
  readonly more?: { readonly load: () => void; readonly isLoading: boolean } | undefined;
}

/**
 * A list in columns, walked by arrow keys; its rows lead on where they have an address. Where there is no room for columns
 * each row is a block, whose values stand under the columns' titles.
 */
export function DataTable<T>({ label, columns, items, idOf, empty, hrefOf, more }: DataTableProps<T>) {
  const { t } = useTranslation();
  if (items.length === 0) return <Empty>{empty}</Empty>;
  return (
    <div className="table-frame">
      <Table aria-label={label} className="table">
        <TableHeader>
          {columns.map(({ id, title, kind }, at) => (
            <Column key={id} id={id} isRowHeader={at === 0} className={classOf(kind)}>
              {title}
            </Column>
          ))}
        </TableHeader>
        <TableBody>
          {items.map((item) => (
            <Row key={idOf(item)} id={idOf(item)} {...(hrefOf ? { href: hrefOf(item) } : {})}>
              {columns.map(({ id, title, cell, kind }) => (
                <Cell key={id} className={classOf(kind)} data-title={title}>
                  {cell(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
      {more && (
        <Button className="button" onPress={more.load} isDisabled={more.isLoading}>
          {more.isLoading ? t('state.loading') : t('table.more')}
        </Button>
      )}
    </div>
  );
}

const classOf = (kind: 'text' | 'number' = 'text') => `cell cell-${kind}`;
