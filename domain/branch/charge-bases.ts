/** What a branch's charges and allowed minutes follow: the department, the service, or one figure for all (spec 2 section 9). */
export const CHARGE_BASES = ['Department', 'Service', 'Fixed'] as const
export type ChargeBasis = (typeof CHARGE_BASES)[number]
