import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  type LabelProps,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { type Format, useFormat } from '../format.js';
import type { ChartProps, Column } from './chart.js';

interface DrawnChartProps extends Pick<ChartProps<object>, 'kind' | 'x' | 'series' | 'rows'> {
  readonly height: number;
}

const COLOURS = [1, 2, 3, 4, 5, 6, 7].map((at) => `var(--chart-${at})`);

/** The picture of a chart alone. */
export function DrawnChart({ kind, x, series, rows, height }: DrawnChartProps) {
  const format = useFormat();
  return (
    <ResponsiveContainer width="100%" height={height}>
      {kind === 'line' ? (
        <LineChart data={rows}>
          {axes(x, format)}
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
        <BarChart data={rows} layout={kind === 'rows' ? 'vertical' : 'horizontal'}>
          {kind === 'rows' ? lyingAxes(x, format) : axes(x, format)}
          {series.map(({ key, title: label }, at) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={COLOURS[at] ?? ''}
              isAnimationActive={false}
              maxBarSize={kind === 'rows' ? 12 : 36}
              {...(kind === 'stacked' ? { stackId: 'all' } : {})}
            >
              {kind === 'rows' && <LabelList dataKey={x.key} content={RowName} />}
            </Bar>
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}

/** Parts of every chart over days; recharts looks for them among its children. */
function axes({ key }: Column, { dayOfChart, number }: Format) {
  return (
    <>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey={key} tickFormatter={dayOfChart} stroke="var(--muted)" minTickGap={24} />
      <YAxis width={52} tickFormatter={(value) => number(value, 2)} stroke="var(--muted)" />
      <Tooltip
        labelFormatter={(of) => dayOfChart(String(of))}
        formatter={(value) => number(Number(value), 2)}
        {...TOOLTIP}
      />
      <Legend itemSorter={null} />
    </>
  );
}

/** Of a chart of kinds, whose names stand above their bars: beside them long ones have no room. */
function lyingAxes({ key }: Column, { number }: Format) {
  return (
    <>
      <CartesianGrid stroke="var(--line)" horizontal={false} />
      <XAxis
        type="number"
        allowDecimals={false}
        tickFormatter={(value) => number(value)}
        stroke="var(--muted)"
        minTickGap={16}
      />
      <YAxis type="category" dataKey={key} hide />
      <Tooltip formatter={(value) => number(Number(value))} {...TOOLTIP} />
    </>
  );
}

const TOOLTIP = { cursor: { fill: 'var(--hover)' }, wrapperClassName: 'tooltip' };

function RowName({ x, y, value }: LabelProps) {
  return (
    <text x={x} y={Number(y) - 5} className="recharts-text" fill="var(--muted)">
      {value}
    </text>
  );
}
