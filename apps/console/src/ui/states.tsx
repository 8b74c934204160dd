import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/http.js';

/** What stands where data will be; says so to a screen reader too. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <p className="state" role="status">
      <span className="spinner" aria-hidden="true" /> {t('state.loading')}
    </p>
  );
}

/** Why a list or chart is empty, and what would fill it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="state state-empty">{children}</p>;
}

/** What went wrong, in words of the chosen language, and a way on. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="state state-failed" role="alert">
      <p>{useReason()(error)}</p>
      {retry && (
        <Button className="button" onPress={retry}>
          {t('state.retry')}
        </Button>
      )}
    </div>
  );
}

const CODES = [
  'unreachable',
  'quota_exceeded',
  'rate_limited',
  'forbidden',
  'not_found',
  'unavailable',
  'conflict',
] as const;

/** Says an error in the chosen language; the service's own words where nothing better is known. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) return t('error.internal');
    const known = CODES.find((code) => code === error.code);
    if (known) return t(`error.${known}`);
    return error.status >= 500 ? t('error.internal') : error.message;
  };
}

export function NotThere() {
  const { t } = useTranslation();
  return (
    <p className="state" role="alert">
      {t('state.notThere')}
    </p>
  );
}
