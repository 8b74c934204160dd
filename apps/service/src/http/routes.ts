import { notFound, Problem } from '#libs/kernel';

/** The paths that the service answers, to tell a wrong method from an unknown path. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: Set<string> }[] = [];

  add(method: string | readonly string[], url: string): void {
    const source = url
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('/');
    this.routes.push({ pattern: new RegExp(`^${source}$`), methods: new Set([method].flat()) });
  }

  /** What to throw where no route took a request: 405 with `Allow`, or 404. */
  refusal(method: string, path: string): Problem {
    const allowed = new Set(
      this.routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    );
    if (allowed.size === 0 || allowed.has(method)) return notFound(`path ${path.slice(0, 200)}`);
    const allow = [...allowed].sort().join(', ');
    return new Problem('method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, { allow });
  }
}
