import type { VisitRow, VisitServiceRow } from './visit-records.ts'

type Filled<T, K extends keyof T> = Omit<T, K> & { [N in K]-?: Exclude<T[N], undefined> }

/** A service with its prices. */
export type PricedService = Filled<VisitServiceRow, 'charges' | 'discount' | 'net_charges'>

type Amount = 'charges' | 'discount' | 'net_charges' | 'paid' | 'balance' | 'patient_share'

/** A visit with its amounts, for readers who may see patients' money (domain/access/knowledge.ts). */
export type Priced<Visit extends VisitRow> = Omit<Filled<Visit, Amount>, 'services'> & {
  services: PricedService[]
}
export type PricedVisit = Priced<VisitRow>

/** The visit if its amounts were included for this reader; otherwise undefined. */
export function findPriced<Visit extends VisitRow>(visit: Visit): Priced<Visit> | undefined {
  const { charges, discount, net_charges, paid, balance, patient_share } = visit
  const amounts = [charges, discount, net_charges, paid, balance, patient_share]
  const isPriced = amounts.every((amount) => amount !== undefined) && visit.services.every(isPricedService)
  // TypeScript does not narrow the fields of a type parameter.
  return isPriced ? (visit as unknown as Priced<Visit>) : undefined
}

const isPricedService = ({ charges, discount, net_charges }: VisitServiceRow) =>
  charges !== undefined && discount !== undefined && net_charges !== undefined
