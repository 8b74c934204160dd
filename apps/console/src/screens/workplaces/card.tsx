import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useSession } from '../../api/session.js';
import { card as cardQuery, type HandedOff } from '../../api/workplaces.js';
import { Card } from '../../ui/card.js';
import { useFormat } from '../../ui/format.js';
import { Kitchen } from '../../ui/kitchen/kitchen.js';
import { Failed, Loading } from '../../ui/states.js';

/** An order as the workplace takes it up: what it is, what was agreed, its pictures, counts and papers. */
export function CardScreen() {
  const { t } = useTranslation();
  const { company_id } = useSession();
  const { card: id } = useParams();
  const { data, error, refetch } = useQuery(cardQuery(id));
  const card = data?.card;
  return (
    <>
      <Link to={`/cabinet/${company_id}/workplaces`}>{t('card.back')}</Link>
      <div className="screen-head">
        <h1>{card ? t('card.title', { order: card.order_id }) : t('card.untitled')}</h1>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!card && !error && <Loading />}
      {card && <Order at={`/cards/${id}`} card={card} />}
    </>
  );
}

function Order({ at, card }: { readonly at: string; readonly card: HandedOff }) {
  const { t } = useTranslation();
  const format = useFormat();
  const about = [card.seat_title, format.time(card.handed_off_at)];
  return (
    <>
      <Card title={card.title}>
        <p className="muted">{about.join(' · ')}</p>
        <Kitchen at={at} project={card.project} />
      </Card>
      {card.summary !== null && (
        <Card title={t('card.said')}>
          <p className="words">{card.summary}</p>
        </Card>
      )}
    </>
  );
}
