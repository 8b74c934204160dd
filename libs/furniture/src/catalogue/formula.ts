/** The variables of a formula (furniture.ru.md 1.1), whole millimetres; `n` is a count of doors. */
export const VARIABLES = ['W', 'H', 'D', 'B', 't', 'n', 'b', 'NL'] as const;
export type Variable = (typeof VARIABLES)[number];
export type Variables = Readonly<Record<Variable, number>>;

/** A formula of the catalogue, parsed once: `W//n-4`, `1 if W<=600 else 2`, `{360:0,600:1}[H]`. */
export interface Formula {
  text: string;
  evaluate: (variables: Variables) => number;
}

/** What is wrong with a formula: «unknown variable X in "X-4"». */
export class FormulaError extends Error {
  override name = 'FormulaError';
}

type Node = (variables: Variables) => number;

const TOKEN = /\s*(\d+|[A-Za-z_]\w*|\/\/|<=|>=|==|!=|[-+*%<>()[\]{}:,])/y;
const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['<=', (a, b) => a <= b],
  ['>=', (a, b) => a >= b],
  ['<', (a, b) => a < b],
  ['>', (a, b) => a > b],
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
]);
/** Bounds the recursion depth of the parser. */
const MAX_TEXT = 200;

function tokens(text: string): string[] {
  if (text.length > MAX_TEXT)
    throw new FormulaError(`a formula has at most ${MAX_TEXT} characters, this one ${text.length}`);
  const found: string[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const token = pattern.exec(text)?.[1];
    if (token === undefined) throw new FormulaError(`unexpected "${text.slice(at).trim()[0]}" in "${text}"`);
    found.push(token);
  }
  return found;
}

/** Recursive descent over the small language of the catalogue; no `eval`, no calls, no attributes. */
class Parser {
  private at = 0;
  private readonly tokens: string[];

  constructor(private readonly text: string) {
    this.tokens = tokens(text);
  }

  whole(): Node {
    const node = this.choice();
    if (this.at < this.tokens.length) throw new FormulaError(`unexpected "${this.tokens[this.at]}" in "${this.text}"`);
    return node;
  }

  private accept(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  private expect(token: string): void {
    if (!this.accept(token)) throw new FormulaError(`"${token}" is missing in "${this.text}"`);
  }

  private choice(): Node {
    const yes = this.comparison();
    if (!this.accept('if')) return yes;
    const condition = this.comparison();
    this.expect('else');
    const no = this.choice();
    return (v) => (condition(v) !== 0 ? yes(v) : no(v));
  }

  private comparison(): Node {
    const left = this.sum();
    const compare = COMPARISONS.get(this.tokens[this.at] ?? '');
    if (!compare) return left;
    this.at += 1;
    const right = this.sum();
    return (v) => (compare(left(v), right(v)) ? 1 : 0);
  }

  private sum(): Node {
    let left = this.product();
    for (;;) {
      const a = left;
      if (this.accept('+')) {
        const b = this.product();
        left = (v) => a(v) + b(v);
      } else if (this.accept('-')) {
        const b = this.product();
        left = (v) => a(v) - b(v);
      } else return left;
    }
  }

  private product(): Node {
    let left = this.factor();
    for (;;) {
      const a = left;
      if (this.accept('*')) {
        const b = this.factor();
        left = (v) => a(v) * b(v);
      } else if (this.accept('//')) {
        const b = this.factor();
        left = (v) => Math.floor(a(v) / b(v));
      } else if (this.accept('%')) {
        const b = this.factor();
        left = (v) => a(v) - b(v) * Math.floor(a(v) / b(v));
      } else return left;
    }
  }

  private factor(): Node {
    if (this.accept('-')) {
      const node = this.factor();
      return (v) => -node(v);
    }
    if (this.accept('(')) {
      const node = this.choice();
      this.expect(')');
      return node;
    }
    if (this.accept('{')) return this.table();
    const token = this.tokens[this.at];
    if (token === undefined) throw new FormulaError(`"${this.text}" ends too early`);
    this.at += 1;
    if (/^\d/.test(token)) {
      const value = Number(token);
      return () => value;
    }
    const variable = VARIABLES.find((name) => name === token);
    if (variable) return (v) => v[variable];
    if (/^[A-Za-z_]/.test(token)) throw new FormulaError(`unknown variable ${token} in "${this.text}"`);
    throw new FormulaError(`unexpected "${token}" in "${this.text}"`);
  }

  /** A size between two keys takes the lower key's value, so that a formula is total; below the first key, the first. */
  private table(): Node {
    const rows: { key: number; value: Node }[] = [];
    do {
      const key = Number(this.tokens[this.at]);
      if (!Number.isInteger(key)) throw new FormulaError(`a table key is not a number in "${this.text}"`);
      this.at += 1;
      this.expect(':');
      rows.push({ key, value: this.choice() });
    } while (this.accept(','));
    this.expect('}');
    this.expect('[');
    const index = this.choice();
    this.expect(']');
    rows.sort((a, b) => a.key - b.key);
    return (v) => {
      const at = index(v);
      return (rows.findLast((row) => row.key <= at) ?? rows[0])?.value(v) ?? 0;
    };
  }
}

const parsed = new Map<string, Formula>();

/** Parses a formula; the same text is parsed once. Throws `FormulaError`. */
export function formula(text: string): Formula {
  const known = parsed.get(text);
  if (known) return known;
  const made = { text, evaluate: new Parser(text).whole() };
  parsed.set(text, made);
  return made;
}
