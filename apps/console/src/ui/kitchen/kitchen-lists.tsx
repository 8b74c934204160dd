import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/http.js';
import { DataTable } from '../data-table.js';
import { useFormat } from '../format.js';
import { Failed, Loading } from '../states.js';

/** The bill of materials (spec.md): areas in mm², lengths in mm. */
interface Bom {
  readonly sheets: readonly { readonly material: string; readonly name: string; readonly area_mm2: number }[];
  readonly linear: readonly { readonly key: string; readonly name: string; readonly length_mm: number }[];
  readonly edges: readonly { readonly edge: string; readonly name: string; readonly length_mm: number }[];
  readonly pieces: readonly { readonly article: string; readonly name: string; readonly qty: number }[];
}

/** What is cut; the worktops too. */
interface Part {
  readonly mark: string;
  readonly unit_name?: string | null;
  readonly name: string;
  readonly material_name: string;
  readonly length_mm: number;
  readonly width_mm: number;
  readonly thickness_mm: number;
  readonly qty: number;
}

interface ListProps {
  /** Where the kitchen's papers are: a card, or a turn of a conversation. */
  readonly at: string;
}

/** How much of a line of the bill there is, by its kind. */
export function useAmount() {
  const { t } = useTranslation();
  const format = useFormat();
  const metres = (mm: number) => `${format.number(mm / 1000, 2)}\u00a0${t('card.m')}`;
  return {
    sheet: (mm2: number) => `${format.number(mm2 / 1e6, 2)}\u00a0${t('card.m2')}`,
    linear: metres,
    edge: metres,
    piece: (qty: number) => format.number(qty),
  };
}

export function BillOfMaterials({ at }: ListProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { data, error } = useQuery({
    queryKey: ['bom', at],
    queryFn: ({ signal }) => get<{ bom: Bom }>(`${at}/bom`, { format: 'json' }, signal),
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const { sheets, linear, edges, pieces } = data.bom;
  return (
    <List
      label={t('card.bom')}
      titles={[t('card.code'), t('card.name'), t('card.count')]}
      lines={[
        ...sheets.map((of) => [of.material, of.name, amount.sheet(of.area_mm2)]),
        ...linear.map((of) => [of.key, of.name, amount.linear(of.length_mm)]),
        ...edges.map((of) => [of.edge, of.name, amount.edge(of.length_mm)]),
        ...pieces.map((of) => [of.article, of.name, amount.piece(of.qty)]),
      ]}
    />
  );
}

export function Parts({ at }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ['parts', at],
    queryFn: ({ signal }) => get<{ parts: Part[] }>(`${at}/parts`, { format: 'json' }, signal),
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <List
      label={t('card.parts')}
      titles={[t('card.mark'), t('card.part'), t('card.unit'), t('card.material'), t('card.size'), t('card.count')]}
      lines={data.parts.map(({ mark, name, unit_name, material_name, qty, ...size }) => [
        ...[mark, name, unit_name ?? t('table.none'), material_name],
        [size.length_mm, size.width_mm, size.thickness_mm].join('\u00a0×\u00a0'),
        format.number(qty),
      ])}
    />
  );
}

interface LinesProps {
  readonly label: string;
  readonly titles: readonly string[];
  /** A code first, how many last. */
  readonly lines: readonly (readonly string[])[];
}

interface Line {
  readonly id: string;
  readonly cells: readonly string[];
}

function List({ label, titles, lines }: LinesProps) {
  const { t } = useTranslation();
  const last = titles.length - 1;
  return (
    <DataTable<Line>
      label={label}
      items={lines.map((cells, at) => ({ id: String(at), cells }))}
      idOf={({ id }) => id}
      empty={t('card.nothing')}
      columns={titles.map((title, at) => ({
        id: title,
        title,
        kind: at === last ? 'number' : 'text',
        cell: ({ cells }) => (at === 0 ? <code>{cells[at]}</code> : cells[at]),
      }))}
    />
  );
}
