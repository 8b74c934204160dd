import { useState } from 'react';
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { finishesOf, type Project } from '../../../../../packages/client/src/index.js';
import { addressOf } from '../../api/http.js';
import { download } from '../download.js';
import { BillOfMaterials, Parts } from './kitchen-lists.js';

const VIEWS = ['front', 'iso', 'plan'] as const;

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
          <Tab id="parts" className="tab">
            {t('card.parts')}
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
        <TabPanel id="parts">
          <Parts at={at} />
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
