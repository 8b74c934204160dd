/** Columns of equal width with a heading, for people. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], none = 'nothing'): string {
  if (rows.length === 0) return none;
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
