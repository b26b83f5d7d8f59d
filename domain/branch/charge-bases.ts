/** What a branch's charges and allowed minutes follow: the department, the service, or one figure for all (docs/wire.md#lists-and-limits). */
export const CHARGE_BASES = ['Department', 'Service', 'Fixed'] as const
export type ChargeBasis = (typeof CHARGE_BASES)[number]
