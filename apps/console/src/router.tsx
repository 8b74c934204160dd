import { createBrowserRouter, type RouteObject } from 'react-router';
import { ahead } from './api/ahead.js';
import { analysis } from './api/analysis.js';
import { balance, coinsByDay, entries } from './api/balance.js';
import { conversation, conversations, eventsOf } from './api/conversations.js';
import { deliveries, hosts } from './api/deliveries.js';
import { partners } from './api/partners.js';
import { queryClient } from './api/query-client.js';
import { card, cards, seats } from './api/workplaces.js';
import { SignInScreen } from './screens/sign-in.js';
import { Shell } from './shell.js';
import { lastDays } from './ui/days.js';
import { Loading, NotThere } from './ui/states.js';

/** Each screen's code is fetched when it is first opened, and what it asks first is asked meanwhile. */
const screens: RouteObject[] = [
  {
    index: true,
    loader: ahead((_, { role }) => {
      // The home of a workplace is another screen.
      if (role === 'workplace') return;
      const { from, to } = lastDays();
      void queryClient.prefetchQuery(balance);
      void queryClient.prefetchQuery(coinsByDay(from, to));
      void queryClient.prefetchInfiniteQuery(entries);
    }),
    lazy: { Component: async () => (await import('./screens/home.js')).HomeScreen },
  },
  {
    path: 'workplaces',
    loader: ahead((_, { role }) => {
      if (role !== 'workplace') void queryClient.prefetchQuery(seats);
      void queryClient.prefetchInfiniteQuery(cards());
    }),
    lazy: { Component: async () => (await import('./screens/workplaces/workplaces.js')).WorkplacesScreen },
  },
  {
    path: 'workplaces/cards/:card',
    loader: ahead(({ params }) => void queryClient.prefetchQuery(card(params.card))),
    lazy: { Component: async () => (await import('./screens/workplaces/card.js')).CardScreen },
  },
  {
    path: 'conversations',
    loader: ahead(({ request }) => {
      void queryClient.prefetchInfiniteQuery(conversations(new URL(request.url).searchParams));
      void queryClient.prefetchQuery(partners);
    }),
    lazy: { Component: async () => (await import('./screens/conversations.js')).ConversationsScreen },
  },
  {
    path: 'conversations/:conversation',
    loader: ahead(({ params }) => {
      void queryClient.prefetchQuery(conversation(params.conversation));
      void queryClient.prefetchQuery(partners);
      void queryClient.prefetchInfiniteQuery(eventsOf(params.conversation));
    }),
    lazy: { Component: async () => (await import('./screens/conversation/conversation.js')).ConversationScreen },
  },
  {
    path: 'deliveries',
    loader: ahead(() => {
      void queryClient.prefetchInfiniteQuery(deliveries());
      void queryClient.prefetchQuery(hosts);
    }),
    lazy: { Component: async () => (await import('./screens/deliveries.js')).DeliveriesScreen },
  },
  {
    path: 'analysis',
    loader: ahead(() => {
      void queryClient.prefetchQuery(analysis(lastDays()));
      void queryClient.prefetchQuery(partners);
    }),
    lazy: { Component: async () => (await import('./screens/analysis.js')).AnalysisScreen },
  },
  {
    path: 'partners',
    loader: ahead(() => void queryClient.prefetchQuery(partners)),
    lazy: { Component: async () => (await import('./screens/partners.js')).PartnersScreen },
  },
  {
    path: 'try-it',
    loader: ahead(() => void queryClient.prefetchQuery(balance)),
    lazy: { Component: async () => (await import('./screens/try-it/try-it.js')).TryItScreen },
  },
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
