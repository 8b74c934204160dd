import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { finishesOf, type Project } from '../../../../packages/client/src/index.js';
import { addressOf, get } from '../api/http.js';
import { download } from './download.js';
import { useFormat } from './format.js';
import { Failed, Loading } from './states.js';

const VIEWS = ['front', 'iso', 'plan'] as const;

/** The bill of materials (spec.md): areas in mm², lengths in mm. */
interface Bom {
  readonly sheets: readonly { readonly material: string; readonly name: string; readonly area_mm2: number }[];
  readonly linear: readonly { readonly key: string; readonly name: string; readonly length_mm: number }[];
  readonly edges: readonly { readonly edge: string; readonly name: string; readonly length_mm: number }[];
  readonly pieces: readonly { readonly article: string; readonly name: string; readonly qty: number }[];
}

interface KitchenProps {
  /** Where its pictures and papers are: a card, or a turn of a conversation. */
  readonly at: string;
  /** The order document: it is drawn in the finishes that it names. */
  readonly project: Project;
}

/** A kitchen: pictures to switch between, counted, and its papers. */
export function Kitchen({ at, project }: KitchenProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<string>(VIEWS[0]);
  return (
    <>
      <Tabs selectedKey={view} onSelectionChange={(key) => setView(String(key))}>
        <TabList className="tabs" aria-label={t('card.views.label')}>
          {VIEWS.map((id) => (
            <Tab key={id} id={id} className="tab">
              {t(`card.views.${id}`)}
            </Tab>
          ))}
          <Tab id="bom" className="tab">
            {t('card.bom')}
          </Tab>
        </TabList>
        {VIEWS.map((id) => (
          <TabPanel key={id} id={id}>
            <img
              className="picture"
              src={addressOf(`${at}/render`, { view: id, ...finishesOf(project) })}
              alt={t('card.picture', { view: t(`card.views.${id}`) })}
            />
          </TabPanel>
        ))}
        <TabPanel id="bom">
          <BillOfMaterials at={at} />
        </TabPanel>
      </Tabs>
      <div className="row-actions">
        <a className="button button-small" href={addressOf(`${at}/render`, { format: 'pdf' })} download="kitchen.pdf">
          {t('card.pdf')}
        </a>
        <a className="button button-small" href={addressOf(`${at}/bom`, { format: 'csv' })} download="bom.csv">
          {t('card.bom')}, CSV
        </a>
        <a className="button button-small" href={addressOf(`${at}/parts`, { format: 'csv' })} download="parts.csv">
          {t('card.parts')}, CSV
        </a>
        <Button
          className="button button-small"
          onPress={() => download('order.json', 'application/json', JSON.stringify(project, null, 2))}
        >
          {t('card.order')}
        </Button>
      </div>
    </>
  );
}

function BillOfMaterials({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ['bom', at],
    queryFn: ({ signal }) => get<{ bom: Bom }>(`${at}/bom`, { format: 'json' }, signal),
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const { sheets, linear, edges, pieces } = data.bom;
  const lines = [
    ...sheets.map(({ material, name, area_mm2 }) => [
      material,
      name,
      `${format.number(area_mm2 / 1e6, 2)} ${t('card.m2')}`,
    ]),
    ...linear.map(({ key, name, length_mm }) => [key, name, `${format.number(length_mm / 1000, 2)} ${t('card.m')}`]),
    ...edges.map(({ edge, name, length_mm }) => [edge, name, `${format.number(length_mm / 1000, 2)} ${t('card.m')}`]),
    ...pieces.map(({ article, name, qty }) => [article, name, format.number(qty)]),
  ];
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('card.code')}</th>
            <th scope="col">{t('card.name')}</th>
            <th scope="col" className="cell-number">
              {t('card.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([code, name, count]) => (
            <tr key={`${code} ${name}`}>
              <td>
                <code>{code}</code>
              </td>
              <td>{name}</td>
              <td className="cell-number">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
