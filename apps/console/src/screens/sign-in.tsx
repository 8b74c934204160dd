import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useParams } from 'react-router';
import { accessToken } from '../api/access.js';
import { ApiError, send } from '../api/http.js';
import { type Session, SessionContext, useSignedIn } from '../api/session.js';
import { Failed, Loading, useReason } from '../ui/states.js';

/** Lets the screens of a company be seen by who is signed in to it, and signs in by a link of access. */
export function SignInScreen() {
  const { company } = useParams();
  const [access, setAccess] = useState(accessToken);
  const { data: session, isPending, error, refetch } = useSignedIn(access === undefined);
  if (access !== undefined && company)
    return <ByLink company={company} access={access} used={() => setAccess(undefined)} />;
  if (isPending) return <Loading />;
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!session) return <NeedsLink />;
  if (company === undefined) return <Navigate replace to={`/cabinet/${session.company_id}`} />;
  if (company !== session.company_id) return <OtherCompany own={session} />;
  return (
    <SessionContext value={session}>
      <Outlet />
    </SessionContext>
  );
}

interface ByLinkProps {
  readonly company: string;
  readonly access: string;
  readonly used: () => void;
}

/** Only the button uses the link up: a messenger that looks at it for a preview must not. */
function ByLink({ company, access, used }: ByLinkProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: () => send<{ session: Session }>('POST', '/session', { company_id: company, access }),
    onSuccess: ({ session }) => {
      queries.setQueryData(['session'], session);
      used();
    },
  });
  const isUsed = signIn.error instanceof ApiError && signIn.error.status === 401;
  return (
    <Door title={t('signIn.title')}>
      <p>{t('signIn.ready')}</p>
      <Button className="button button-main" isDisabled={signIn.isPending || isUsed} onPress={() => signIn.mutate()}>
        {t('signIn.button')}
      </Button>
      {signIn.error && (
        <p className="state-failed" role="alert">
          {isUsed ? t('signIn.used') : reason(signIn.error)}
        </p>
      )}
    </Door>
  );
}

function NeedsLink() {
  const { t } = useTranslation();
  return (
    <Door title={t('signIn.title')}>
      <p>{t('signIn.noLink')}</p>
      <pre>
        <code>
          npm run garnitur -- company access <span className="whole">--company cmp_…</span>
        </code>
      </pre>
    </Door>
  );
}

function OtherCompany({ own }: { readonly own: Session }) {
  const { t } = useTranslation();
  return (
    <Door title={own.company_title}>
      <p>{t('signIn.otherCompany')}</p>
      <a className="button button-main" href={`/cabinet/${own.company_id}`}>
        {t('signIn.toOwn')}
      </a>
    </Door>
  );
}

function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="door">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
