import { lazy, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../data-table.js';
import { download, toCsv } from '../download.js';
import { useFormat } from '../format.js';
import { Empty, Loading } from '../states.js';
import type { Shown } from './queries.js';
import { QueryBehind } from './query-behind.js';

/** What draws is the largest part of the console: it comes when there is something to draw. */
const DrawnChart = lazy(async () => ({ default: (await import('./drawn-chart.js')).DrawnChart }));

export interface Column {
  readonly key: string;
  readonly title: string;
}

export interface ChartProps<T extends object> {
  /** Of the files that it is kept as, and of its query in projections/charts.md. */
  readonly name: string;
  readonly title: string;
  readonly kind: 'bar' | 'stacked' | 'line' | 'rows';
  readonly x: Column;
  readonly series: readonly Column[];
  readonly rows: readonly T[];
  /** So many of the rows are drawn; table and CSV have all. */
  readonly maxDrawn?: number;
  /** The days that it shows, and the partner. */
  readonly of: Omit<Shown, 'company_id'>;
  readonly empty: ReactNode;
}

const HEIGHT_PX = 260;
/** Of a lying bar with its name above it, and of the axis below all of them. */
const ROW_PX = 40;
const AXIS_PX = 40;

/** Figures over days or kinds: as a picture, as a table for whoever cannot see it, as CSV and SVG, and the query behind them. */
export function Chart<T extends object>(props: ChartProps<T>) {
  const { name, title, kind, x, series, rows, maxDrawn, of, empty } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  // After the figures, names and lists beside it, which are there at once.
  const isDrawn = useDeferredValue(true, false);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const columns = [x, ...series];
  const drawn = rows.slice(0, maxDrawn);
  const height = kind === 'rows' ? AXIS_PX + drawn.length * ROW_PX : HEIGHT_PX;
  const table = rows.map((row) => columns.map(({ key }) => fieldOf(row, key)));
  const shown = (value: string | number) => (typeof value === 'number' ? format.number(value, 2) : value);
  const saveSvg = () => {
    const svg = picture.current?.querySelector('svg.recharts-surface');
    if (svg) download(`${name}.svg`, 'image/svg+xml', standalone(svg));
  };
  return (
    <figure className="chart">
      {asTable ? (
        <DataTable<T>
          label={title}
          items={rows}
          idOf={(row) => String(fieldOf(row, x.key))}
          empty={empty}
          columns={columns.map(({ key, title: heading }, at) => ({
            id: key,
            title: heading,
            kind: at > 0 ? 'number' : 'text',
            cell: (row) => shown(fieldOf(row, key)),
          }))}
        />
      ) : (
        <div ref={picture} role="img" aria-label={title} style={{ minHeight: height }}>
          {isDrawn ? (
            <Suspense fallback={<Loading />}>
              <DrawnChart kind={kind} x={x} series={series} rows={drawn} height={height} />
            </Suspense>
          ) : (
            <Loading />
          )}
        </div>
      )}
      <figcaption className="chart-actions">
        <Button className="button button-small" onPress={() => setAsTable(!asTable)}>
          {asTable ? t('chart.asChart') : t('chart.table')}
        </Button>
        <Button
          className="button button-small"
          onPress={() => download(`${name}.csv`, 'text/csv', toCsv([columns.map((column) => column.title), ...table]))}
        >
          {t('chart.csv')}
        </Button>
        {!asTable && (
          <Button className="button button-small" onPress={saveSvg}>
            {t('chart.svg')}
          </Button>
        )}
      </figcaption>
      <QueryBehind chart={name} of={of} />
    </figure>
  );
}

function fieldOf(row: object, key: string): string | number {
  const value: unknown = Reflect.get(row, key);
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** A picture outside of the page has none of its colours: the light ones are written in. */
function standalone(svg: Element): string {
  const styles = getComputedStyle(svg);
  const colour = (property: string) =>
    /^light-dark\(([^,]+)/.exec(styles.getPropertyValue(property))?.[1] ?? 'currentColor';
  return new XMLSerializer()
    .serializeToString(svg)
    .replace(/var\((--[\w-]+)\)/g, (_, property: string) => colour(property));
}
