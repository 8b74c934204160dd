import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useSession } from '../../api/session.js';
import { card as cardQuery } from '../../api/workplaces.js';
import { Card } from '../../ui/card.js';
import { useFormat } from '../../ui/format.js';
import { Kitchen } from '../../ui/kitchen.js';
import { Failed, Loading } from '../../ui/states.js';

/** An order as the workplace takes it up: what it is, what was agreed, its pictures, counts and papers. */
export function CardScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { company_id } = useSession();
  const { card: id } = useParams();
  const { data, error, refetch } = useQuery(cardQuery(id));
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { card } = data;
  const about = [card.seat_title, format.time(card.handed_off_at)];
  return (
    <>
      <Link to={`/cabinet/${company_id}/workplaces`}>{t('card.back')}</Link>
      <div className="screen-head">
        <h1>{t('card.title', { order: card.order_id })}</h1>
      </div>
      <Card title={card.title}>
        <p className="muted">{about.join(' · ')}</p>
        <Kitchen at={`/cards/${id}`} project={card.project} />
      </Card>
      {card.summary !== null && (
        <Card title={t('card.said')}>
          <p className="words">{card.summary}</p>
        </Card>
      )}
    </>
  );
}
