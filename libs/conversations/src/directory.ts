/** What conversations ask of companies and partners; the composition root puts their queries behind it. */
export interface CompanyDirectory {
  /** The partner-wide webhook address, undefined where none is set. */
  webhookAddress(partnerId: string): Promise<string | undefined>;
  /** A seat that is there and not revoked, by id, then by title. */
  findSeat(companyId: string, seat: string): Promise<{ seat_id: number; title: string } | undefined>;
}

export const COMPANY_DIRECTORY = Symbol('CompanyDirectory');
