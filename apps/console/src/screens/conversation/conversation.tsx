import { useQuery } from '@tanstack/react-query';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { conversationAt, conversation as conversationQuery, type Turn } from '../../api/conversations.js';
import { usePartners } from '../../api/partners.js';
import { useSession } from '../../api/session.js';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { useFormat } from '../../ui/format.js';
import { Kitchen } from '../../ui/kitchen/kitchen.js';
import { Empty, Failed, Loading } from '../../ui/states.js';
import { Chain } from './chain.js';
import { Changes } from './changes.js';
import { Events } from './events.js';
import { Said } from './said.js';

/** A conversation as an auditor looks at it: any turn as it stood, what changed, what happened, and whether it is whole. */
export function ConversationScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { company_id } = useSession();
  const partners = usePartners();
  const { conversation: id = '' } = useParams();
  const { data, error, refetch } = useQuery(conversationQuery(id));
  const replayed = data?.conversation;
  const partner = partners.find((one) => one.partner_id === replayed?.partner_id)?.name;
  return (
    <>
      <Link to={`/cabinet/${company_id}/conversations`}>{t('conversations.back')}</Link>
      <div className="screen-head">
        <h1>
          <code>{id}</code>
        </h1>
        {replayed && (
          <p className="muted">
            {[partner, replayed.external_id, format.time(replayed.started_at)].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!replayed && !error && <Loading />}
      {replayed && (
        <>
          <Turns conversation={id} turns={replayed.turns} />
          <Chain conversation={id} />
          <Events conversation={id} />
        </>
      )}
    </>
  );
}

function Turns({ conversation, turns }: { readonly conversation: string; readonly turns: readonly Turn[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const shown = turns.find(({ id }) => id === query.get('turn')) ?? turns.at(-1);
  if (!shown) return <Empty>{t('conversations.noneYet')}</Empty>;
  const choose = (n: number) => {
    const chosen = turns.find(({ turn }) => turn === n);
    if (chosen) setQuery({ turn: chosen.id }, { replace: true });
  };
  return (
    <>
      {turns.length > 1 && (
        <Slider
          className="slider"
          minValue={1}
          maxValue={turns.length}
          value={shown.turn}
          onChange={(value) => choose(Array.isArray(value) ? (value[0] ?? 1) : value)}
        >
          <Label>{t('conversations.turn')}</Label>
          <SliderOutput>{() => t('conversations.turnOf', { n: shown.turn, count: turns.length })}</SliderOutput>
          <SliderTrack className="slider-track">
            <SliderThumb className="slider-thumb" />
          </SliderTrack>
        </Slider>
      )}
      <Card
        title={t('conversations.turnOf', { n: shown.turn, count: turns.length })}
        actions={<Badge outcome={shown.status ?? shown.state} />}
      >
        <Said conversation={conversation} turn={shown} />
      </Card>
      <Card title={t('conversations.kitchen')}>
        <KitchenAt key={shown.turn} conversation={conversation} turn={shown.turn} />
      </Card>
      {shown.turn > 1 && <Changes key={shown.turn} conversation={conversation} turn={shown.turn} />}
    </>
  );
}

/** The kitchen as it stood after a turn, rebuilt from the events. */
function KitchenAt({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(conversationAt(conversation, turn));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const { order } = data.conversation;
  if (!order) return <Empty>{t('conversations.noKitchen')}</Empty>;
  return <Kitchen at={`/conversations/${conversation}/turns/${turn}`} project={order} />;
}
