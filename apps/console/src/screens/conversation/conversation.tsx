import { useQuery } from '@tanstack/react-query';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { get } from '../../api/http.js';
import { useSession } from '../../api/session.js';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { useFormat } from '../../ui/format.js';
import { Kitchen } from '../../ui/kitchen.js';
import { Empty, Failed, Loading } from '../../ui/states.js';
import { Chain } from './chain.js';
import { Changes } from './changes.js';
import { Events } from './events.js';

export type Outcome = 'queued' | 'running' | 'done' | 'stopped' | 'failed' | 'built' | 'question' | 'declined';

export interface Turn {
  readonly turn_id: string;
  /** From 1. */
  readonly n: number;
  readonly state: Outcome;
  readonly status: Outcome | null;
  readonly words: string;
  readonly note: string | null;
  readonly images: number;
  readonly coins: number;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly next: string;
    readonly findings: readonly { readonly code: string; readonly severity: string; readonly message: string }[];
  }[];
  /** Whether a kitchen stood at its end. */
  readonly has_order: boolean;
}

interface Conversation {
  readonly conversation_id: string;
  readonly partner_name: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly turns: readonly Turn[];
}

/** A conversation as an auditor looks at it: any turn as it stood, what changed, what happened, and whether it is whole. */
export function ConversationScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { company_id } = useSession();
  const { conversation: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => get<{ conversation: Conversation }>(`/conversations/${id}`, {}, signal),
  });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { partner_name, external_id, created_at, turns } = data.conversation;
  return (
    <>
      <Link to={`/cabinet/${company_id}/conversations`}>{t('conversations.back')}</Link>
      <div className="screen-head">
        <h1>
          <code>{id}</code>
        </h1>
        <p className="muted">{[partner_name, external_id, format.time(created_at)].filter(Boolean).join(' · ')}</p>
      </div>
      <Turns conversation={id} turns={turns} />
      <Chain conversation={id} />
      <Events conversation={id} />
    </>
  );
}

function Turns({ conversation, turns }: { readonly conversation: string; readonly turns: readonly Turn[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const shown = turns.find(({ turn_id }) => turn_id === query.get('turn')) ?? turns.at(-1);
  if (!shown) return <Empty>{t('conversations.noneYet')}</Empty>;
  const choose = (n: number) => {
    const chosen = turns.find((turn) => turn.n === n);
    if (chosen) setQuery({ turn: chosen.turn_id }, { replace: true });
  };
  return (
    <>
      {turns.length > 1 && (
        <Slider
          className="slider"
          minValue={1}
          maxValue={turns.length}
          value={shown.n}
          onChange={(value) => choose(Array.isArray(value) ? (value[0] ?? 1) : value)}
        >
          <Label>{t('conversations.turn')}</Label>
          <SliderOutput>{() => t('conversations.turnOf', { n: shown.n, count: turns.length })}</SliderOutput>
          <SliderTrack className="slider-track">
            <SliderThumb className="slider-thumb" />
          </SliderTrack>
        </Slider>
      )}
      <Card
        title={t('conversations.turnOf', { n: shown.n, count: turns.length })}
        actions={<Badge outcome={shown.status ?? shown.state} />}
      >
        <Said turn={shown} />
      </Card>
      <Card title={t('conversations.kitchen')}>
        {shown.has_order ? (
          <Kitchen key={shown.n} conversation={conversation} turn={shown.n} />
        ) : (
          <Empty>{t('conversations.noKitchen')}</Empty>
        )}
      </Card>
      {shown.n > 1 && <Changes key={shown.n} conversation={conversation} turn={shown.n} />}
    </>
  );
}

/** What the customer said, what was answered, and what each attempt was found to lack. */
function Said({ turn: { words, note, coins, attempts } }: { readonly turn: Turn }) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{t('conversations.said')}</h3>
      <p className="words">{words}</p>
      {note && (
        <>
          <h3>{t('conversations.answered')}</h3>
          <p className="words">{note}</p>
        </>
      )}
      <p className="muted">{t('balance.coins', { count: coins })}</p>
      {attempts
        .filter(({ findings }) => findings.length > 0)
        .map(({ attempt, findings }) => (
          <details key={attempt}>
            <summary>
              {t('conversations.attempt', { n: attempt })}: {t('conversations.findings')} {findings.length}
            </summary>
            <ul>
              {findings.map(({ code, message }) => (
                <li key={`${code} ${message}`}>
                  <code>{code}</code> {message}
                </li>
              ))}
            </ul>
          </details>
        ))}
    </>
  );
}
