/** What a service costs, by who sells it and who refers. */
export interface PriceSources {
  /** What patients of the referrer pay at this branch; absent or null where nothing was agreed. */
  referrer?: number | null | undefined
  /** Charges by branch. */
  branches: Readonly<Record<string, number>>
  /** The service's own. */
  charges: number
}

/** The price of a line: the referrer's for that branch, else the branch's, else the service's (docs/money.md). */
export function linePrice(branchId: string, { referrer, branches, charges }: PriceSources): number {
  return referrer ?? branches[branchId] ?? charges
}
