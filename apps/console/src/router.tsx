import { createBrowserRouter, type RouteObject } from 'react-router';
import { SignInScreen } from './screens/sign-in.js';
import { Shell } from './shell.js';
import { Loading, NotThere } from './ui/states.js';

/** Each screen's code is fetched when it is first opened. */
const screens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./screens/home.js')).HomeScreen }) },
  {
    path: 'workplaces',
    lazy: async () => ({ Component: (await import('./screens/workplaces/workplaces.js')).WorkplacesScreen }),
  },
  {
    path: 'workplaces/cards/:card',
    lazy: async () => ({ Component: (await import('./screens/workplaces/card.js')).CardScreen }),
  },
  {
    path: 'conversations',
    lazy: async () => ({ Component: (await import('./screens/conversations.js')).ConversationsScreen }),
  },
  {
    path: 'conversations/:conversation',
    lazy: async () => ({ Component: (await import('./screens/conversation/conversation.js')).ConversationScreen }),
  },
  { path: 'deliveries', lazy: async () => ({ Component: (await import('./screens/deliveries.js')).DeliveriesScreen }) },
  { path: 'analysis', lazy: async () => ({ Component: (await import('./screens/analysis.js')).AnalysisScreen }) },
  { path: 'partners', lazy: async () => ({ Component: (await import('./screens/partners.js')).PartnersScreen }) },
  { path: 'try-it', lazy: async () => ({ Component: (await import('./screens/try-it/try-it.js')).TryItScreen }) },
  { path: '*', Component: NotThere },
];

/** `/cabinet/<company>` is what `cabinet_url` names; a link of `company access` adds `?access=…` and signs in. */
export const router = createBrowserRouter([
  {
    path: '/cabinet/:company',
    Component: SignInScreen,
    HydrateFallback: Loading,
    children: [{ Component: Shell, children: screens }],
  },
  { path: '/cabinet', Component: SignInScreen },
]);
