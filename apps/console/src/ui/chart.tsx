import { type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { download, toCsv } from './download.js';
import type { Shown } from './queries.js';
import { QueryBehind } from './query-behind.js';
import { Empty } from './states.js';

interface Column {
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

const COLOURS = [1, 2, 3, 4, 5, 6, 7].map((at) => `var(--chart-${at})`);
const HEIGHT_PX = 260;

/** Figures over days or kinds: as a picture, as a table for whoever cannot see it, as CSV and SVG, and the query behind them. */
export function Chart<T extends object>(props: ChartProps<T>) {
  const { name, title, kind, x, series, rows, maxDrawn, of, empty } = props;
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const columns = [x, ...series];
  const drawn = rows.slice(0, maxDrawn);
  const table = rows.map((row) => columns.map(({ key }) => fieldOf(row, key)));
  const saveSvg = () => {
    const svg = picture.current?.querySelector('svg.recharts-surface');
    if (svg) download(`${name}.svg`, 'image/svg+xml', standalone(svg));
  };
  return (
    <figure className="chart">
      {asTable ? (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                {columns.map(({ key, title: heading }) => (
                  <th key={key} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.map((cells) => (
                <tr key={String(cells[0])}>
                  {cells.map((cell, at) => (
                    <td key={columns[at]?.key} className={at > 0 ? 'cell cell-number' : 'cell'}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div ref={picture} role="img" aria-label={title}>
          <ResponsiveContainer width="100%" height={kind === 'rows' ? 40 + drawn.length * 26 : HEIGHT_PX}>
            {kind === 'line' ? (
              <LineChart data={drawn}>
                {axes(x)}
                {series.map(({ key, title: label }, at) => (
                  <Line
                    key={key}
                    dataKey={key}
                    name={label}
                    stroke={COLOURS[at] ?? ''}
                    strokeWidth={2}
                    dot={rows.length < 40}
                    isAnimationActive={false}
                  />
                ))}
              </LineChart>
            ) : (
              <BarChart data={drawn} layout={kind === 'rows' ? 'vertical' : 'horizontal'}>
                {axes(x, kind === 'rows')}
                {series.map(({ key, title: label }, at) => (
                  <Bar
                    key={key}
                    dataKey={key}
                    name={label}
                    fill={COLOURS[at] ?? ''}
                    isAnimationActive={false}
                    maxBarSize={36}
                    {...(kind === 'stacked' ? { stackId: 'all' } : {})}
                  />
                ))}
              </BarChart>
            )}
          </ResponsiveContainer>
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

/** Parts of every chart; recharts looks for them among its children. */
function axes({ key }: Column, isLying = false) {
  return (
    <>
      <CartesianGrid stroke="var(--line)" vertical={isLying} horizontal={!isLying} />
      {isLying ? (
        <>
          <XAxis type="number" allowDecimals={false} stroke="var(--muted)" />
          <YAxis type="category" dataKey={key} width={180} stroke="var(--muted)" />
        </>
      ) : (
        <>
          <XAxis dataKey={key} stroke="var(--muted)" minTickGap={24} />
          <YAxis allowDecimals={false} width={44} stroke="var(--muted)" />
        </>
      )}
      <Tooltip cursor={{ fill: 'var(--hover)' }} wrapperClassName="tooltip" />
      {!isLying && <Legend />}
    </>
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
