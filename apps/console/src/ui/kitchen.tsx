import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { addressOf, get } from '../api/http.js';
import { Failed, Loading } from './states.js';

const VIEWS = ['front', 'iso', 'plan'] as const;

interface BomLine {
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
  readonly unit: string;
}

/** A kitchen as it stood at a turn: pictures to switch between, counted, and its papers. */
export function Kitchen({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const { t } = useTranslation();
  const [view, setView] = useState<string>(VIEWS[0]);
  const at = `/conversations/${conversation}/turns/${turn}`;
  return (
    <>
      <Tabs selectedKey={view} onSelectionChange={(key) => setView(String(key))}>
        <TabList className="tabs" aria-label={t('card.picture', { view: '' })}>
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
              src={addressOf(`${at}/render`, { view: id })}
              alt={t('card.picture', { view: t(`card.views.${id}`) })}
            />
          </TabPanel>
        ))}
        <TabPanel id="bom">
          <Bom at={at} />
        </TabPanel>
      </Tabs>
      <div className="row-actions">
        <a className="button button-small" href={addressOf(`${at}/render`, { format: 'pdf' })} download>
          {t('card.pdf')}
        </a>
        <a className="button button-small" href={addressOf(`${at}/bom`, { format: 'csv' })} download>
          {t('card.bom')} CSV
        </a>
        <a className="button button-small" href={addressOf(`${at}/parts`, { format: 'csv' })} download>
          {t('card.parts')} CSV
        </a>
        <a className="button button-small" href={addressOf(`${at}/project`)} download>
          {t('card.order')}
        </a>
      </div>
    </>
  );
}

function Bom({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['bom', at],
    queryFn: ({ signal }) => get<{ bom: { lines: BomLine[] } }>(`${at}/bom`, { format: 'json' }, signal),
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('card.code')}</th>
            <th scope="col">{t('card.name')}</th>
            <th scope="col">{t('card.count')}</th>
          </tr>
        </thead>
        <tbody>
          {data.bom.lines.map(({ code, name, quantity, unit }) => (
            <tr key={`${code} ${name}`}>
              <td>{code}</td>
              <td>{name}</td>
              <td className="cell-number">
                {quantity} {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
