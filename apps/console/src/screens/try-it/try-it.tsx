import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { builtTurn, Chat, type Exchange, exchangesOf, Garnitur } from '../../../../../packages/client/src/index.js';
import { get } from '../../api/http.js';
import { useSession } from '../../api/session.js';
import { Card } from '../../ui/card.js';
import { Kitchen } from '../../ui/kitchen/kitchen.js';
import { Failed, Loading } from '../../ui/states.js';
import { ChatPanel } from './chat-panel.js';

/** As a partner's page speaks to its own server: here that is the cabinet, and the session stands for the key. */
const garnitur = new Garnitur({ url: `${location.origin}/cabinet/api/try`, headers: { 'x-cabinet': '1' } });

/** A chat beside the picture, as a partner's site has it (samples/partner-site), on the company's own coins. */
export function TryItScreen() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  // The address follows the chat, not the other way round: it keeps going when its first words give it an id.
  const [opened, setOpened] = useState({ id: query.get('conversation') ?? undefined, round: 0 });
  const { data, error, refetch } = useQuery({
    enabled: opened.id !== undefined,
    queryKey: ['try-it', opened.id],
    queryFn: () => said(opened.id ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const begin = () => {
    setQuery({}, { replace: true });
    setOpened(({ round }) => ({ id: undefined, round: round + 1 }));
  };
  return (
    <>
      <div className="screen-head">
        <h1>{t('tryIt.title')}</h1>
        {query.has('conversation') && (
          <Button className="button" onPress={begin}>
            {t('tryIt.another')}
          </Button>
        )}
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {opened.id !== undefined && !data && !error && <Loading />}
      {(opened.id === undefined || data) && (
        <Trial
          key={opened.round}
          conversationId={opened.id}
          exchanges={data ?? []}
          started={(conversation) => setQuery({ conversation }, { replace: true })}
        />
      )}
    </>
  );
}

/** What was said before: the words from the company's own record, what came of them as a partner is told. */
async function said(id: string): Promise<Exchange[]> {
  const [{ conversation }, { turns }] = await Promise.all([
    get<{ conversation: { turns: { id: string; text: string }[] } }>(`/conversations/${id}`),
    garnitur.turns(id, { limit: 200 }),
  ]);
  return exchangesOf(
    conversation.turns.map(({ id: turnId, text }) => ({ turnId, text })),
    turns,
  );
}

interface TrialProps {
  readonly conversationId: string | undefined;
  readonly exchanges: readonly Exchange[];
  readonly started: (conversation: string) => void;
}

function Trial({ conversationId, exchanges, started }: TrialProps) {
  const { t } = useTranslation();
  const { company_id } = useSession();
  const [chat] = useState(() => new Chat(garnitur, { ...(conversationId && { conversationId }), exchanges }));
  const state = useSyncExternalStore(
    (changed) => chat.subscribe(changed),
    () => chat.state,
  );
  const { conversationId: id } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `started` is another function at each turn of the screen
  useEffect(() => {
    if (id !== undefined && id !== conversationId) started(id);
  }, [id]);
  // A turn that was open when the page was left.
  useEffect(() => void chat.again(), [chat]);
  const turn = builtTurn(state);
  return (
    <div className="try-it">
      <ChatPanel chat={chat} state={state} />
      <Card
        title={t('tryIt.kitchen')}
        actions={id && <Link to={`/cabinet/${company_id}/conversations/${id}`}>{t('tryIt.record')}</Link>}
      >
        {id && turn > 0 ? (
          <Built conversation={id} turn={turn} />
        ) : (
          <p className="no-kitchen">{t('tryIt.noKitchen')}</p>
        )}
      </Card>
    </div>
  );
}

function Built({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const { data, error } = useQuery({
    queryKey: ['try-it', conversation, turn],
    queryFn: () => garnitur.project(conversation),
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return <Kitchen at={`/conversations/${conversation}/turns/${turn}`} project={data} />;
}
