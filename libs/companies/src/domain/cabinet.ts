/** What a link of access lets its bearer see. */
export const cabinetRoles = ['owner', 'auditor', 'workplace'] as const;
export type CabinetRole = (typeof cabinetRoles)[number];

/** The bare address of a company's cabinet: it carries no credential (contract.md). `base`: PUBLIC_URL. */
export function cabinetUrl(base: string, companyId: string): string {
  return `${base.replace(/\/+$/, '')}/cabinet/${companyId}`;
}
