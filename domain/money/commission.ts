/** A commission's rate: a percentage, or an amount. */
export interface CommissionRate {
  type: 'Percent' | 'Flat'
  /** Percent, or the client's currency. */
  rate: number
}

/** What was agreed with a referrer about one service at one branch. */
export interface AgreedRates {
  /** By service and branch; null if only its price was agreed. */
  service?: CommissionRate | null | undefined
  /** Percent by department and branch. */
  department?: number | undefined
}

/** Where the rate of a line comes from. */
export interface CommissionSources {
  /** ref_dr_is_commission. */
  isCommission: boolean
  /** ref_dr_commission_on. */
  basis: 'Service' | 'Department'
  /** Together with the referring hospital; absent without one. */
  withHospital?: AgreedRates | undefined
  withoutHospital: AgreedRates
  /** The defaults; a rate of 0 means no rate. */
  ofService: CommissionRate
  ofDepartment: CommissionRate
}

/**
 * The rate that is frozen when a service is booked (docs/money.md): by referrer and hospital, then by the referrer
 * "Without Hospital", on the referrer's basis; else the service's default, else the department's. Undefined if none.
 */
export function commissionRate(sources: CommissionSources): CommissionRate | undefined {
  if (!sources.isCommission) return undefined
  for (const agreed of [sources.withHospital, sources.withoutHospital]) {
    const rate = agreed && agreedRate(agreed, sources.basis)
    if (rate) return rate
  }
  return [sources.ofService, sources.ofDepartment].find(({ rate }) => rate > 0)
}

function agreedRate(agreed: AgreedRates, basis: CommissionSources['basis']): CommissionRate | undefined {
  if (basis === 'Service') return agreed.service ?? undefined
  return agreed.department === undefined ? undefined : { type: 'Percent', rate: agreed.department }
}

/** The part of a line that its commission depends on, in whole minor units. */
export interface CommissionLine {
  charges: number
  discount: number
  isCancelled: boolean
}

/** How the referrer is paid. */
export interface CommissionTerms {
  rate: CommissionRate | undefined
  /** refdr_comm_on_price. */
  onPrice: 'Actual' | 'Discounted'
  /** refdr_share_in_discount, percent. */
  shareInDiscount: number
  /** Decimals of the client's money. */
  decimals: number
}

/**
 * The commission of a line in whole minor units: of the charges (Actual) or of the net (Discounted); on Actual the
 * referrer's share in the discount is taken off. Never below zero, and none for a cancelled line.
 */
export function commissionOf(line: CommissionLine, terms: CommissionTerms): number {
  const { rate, onPrice, shareInDiscount, decimals } = terms
  if (!rate || line.isCancelled) return 0
  const base = onPrice === 'Actual' ? line.charges : line.charges - line.discount
  const full = rate.type === 'Flat' ? Math.round(rate.rate * 10 ** decimals) : percentOf(base, rate.rate)
  const share = onPrice === 'Actual' ? percentOf(line.discount, shareInDiscount) : 0
  return Math.max(0, full - share)
}

// Computes in hundredths of a percent to avoid binary fractions.
const percentOf = (minor: number, percent: number): number =>
  Number((BigInt(minor) * BigInt(Math.round(percent * 100)) + 5_000n) / 10_000n)
