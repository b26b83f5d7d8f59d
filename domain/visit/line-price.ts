/** The price of a service, by seller and referrer. */
export interface PriceSources {
  /** What the referrer's patients pay at this branch; absent or null if nothing was agreed. */
  referrer?: number | null | undefined
  /** Charges by branch. */
  branches: Readonly<Record<string, number>>
  /** The service's own charges. */
  charges: number
}

/** The price of a line: the referrer's for that branch, else the branch's, else the service's (docs/money.md). */
export function linePrice(branchId: string, { referrer, branches, charges }: PriceSources): number {
  return referrer ?? branches[branchId] ?? charges
}
