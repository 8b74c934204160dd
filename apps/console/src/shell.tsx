import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';
import { send } from './api/http.js';
import { useLive } from './api/live.js';
import { type Role, useSession } from './api/session.js';
import { chooseLanguage, LANGUAGES, type Language } from './i18n/index.js';
import { Choice } from './ui/choice.js';
import { applyTheme, keptTheme, THEMES, type Theme } from './ui/theme.js';

type Screen = 'balance' | 'workplaces' | 'conversations' | 'deliveries' | 'analysis' | 'partners' | 'try-it';

/** Which role sees which screen; the service decides again for each call. */
const SCREENS: readonly { readonly id: Screen; readonly roles: readonly Role[] }[] = [
  { id: 'balance', roles: ['owner', 'auditor'] },
  { id: 'workplaces', roles: ['owner', 'auditor', 'workplace'] },
  { id: 'conversations', roles: ['owner', 'auditor'] },
  { id: 'deliveries', roles: ['owner', 'auditor'] },
  { id: 'analysis', roles: ['owner', 'auditor'] },
  { id: 'partners', roles: ['owner', 'auditor'] },
  { id: 'try-it', roles: ['owner'] },
];

/** What stands around every screen: whose cabinet it is, the way to the others, and how it looks. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  const isLive = useLive();
  const { pathname } = useLocation();
  const base = `/cabinet/${session.company_id}`;
  const shown = SCREENS.filter(({ roles }) => roles.includes(session.role));
  const screen = SCREENS.find(({ id }) => pathname.startsWith(`${base}/${id}`))?.id ?? shown[0]?.id ?? 'workplaces';
  useEffect(() => {
    document.title = `${t(`nav.${screen}`)} · ${session.company_title}`;
  }, [t, screen, session.company_title]);
  return (
    <>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header className="top">
        <div className="top-name">
          <strong>{session.company_title}</strong>
          <small>{session.seat_title ?? t(`role.${session.role}`)}</small>
        </div>
        <span className={isLive ? 'live' : 'live live-off'} role="status">
          {isLive ? t('state.live') : t('state.offline')}
        </span>
        <Look />
        <SignOut />
      </header>
      <nav className="nav" aria-label={t('app.menu')}>
        {shown.map(({ id }, at) => (
          <NavLink key={id} to={at === 0 ? base : `${base}/${id}`} end={at === 0} className="nav-link">
            {t(`nav.${id}`)}
          </NavLink>
        ))}
      </nav>
      <main id="content" className="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** Language and theme, kept in this browser. */
function Look() {
  const { t, i18n } = useTranslation();
  const [theme, setTheme] = useState(keptTheme);
  const chooseTheme = (chosen: Theme) => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <div className="look">
      <Choice
        label={t('look.language')}
        options={LANGUAGES.map((id) => ({ id, name: t(`look.languages.${id}`) }))}
        value={LANGUAGES.find((language) => language === i18n.language) ?? 'ru'}
        choose={(language: Language) => chooseLanguage(language)}
      />
      <Choice
        label={t('look.theme')}
        options={THEMES.map((id) => ({ id, name: t(`look.themes.${id}`) }))}
        value={theme}
        choose={chooseTheme}
      />
    </div>
  );
}

function SignOut() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signOut = async () => {
    await send('DELETE', '/session');
    queries.clear();
    location.assign('/cabinet');
  };
  return (
    <Button className="button" onPress={() => void signOut()}>
      {t('app.signOut')}
    </Button>
  );
}
