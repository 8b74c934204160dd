import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { get } from './http.js';

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

type Filter = Readonly<Record<string, string | undefined>>;

/** Rows at a time: more than a window shows, and no more than are drawn in a moment. */
const PAGE = 25;

/** A list that is longer than an answer, page by page. */
export function pagesOf<T>(key: string, path: string, filter: Filter = {}) {
  return infiniteQueryOptions({
    queryKey: [key, path, filter],
    queryFn: ({ pageParam, signal }) => get<Page<T>>(path, { ...filter, limit: PAGE, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** The pages so far, and how to get the next. */
export function usePages<T>(list: ReturnType<typeof pagesOf<T>>) {
  const query = useInfiniteQuery(list);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return {
    ...query,
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    more: hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : undefined,
  };
}
