// Apart from the ledger, whose persistent maps the read models' thread need not load.

/** Name of the stream of a company's period, numbered from 1. */
export function ledgerStream(companyId: string, period: number): string {
  return `coins-${companyId}-${period}`;
}

/** What a ledger's stream is called after; undefined for a stream of another kind. */
export function parseLedgerStream(stream: string): { company_id: string; period: number } | undefined {
  const match = /^coins-(.+)-(\d+)$/.exec(stream);
  return match?.[1] && match[2] ? { company_id: match[1], period: Number(match[2]) } : undefined;
}
