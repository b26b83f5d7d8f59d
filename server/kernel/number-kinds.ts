import type { GivenNumber } from '#contract/calls/sync.ts'

/** Series of numbers that people read; patient, visit and accession are the client's, the others a branch's. */
export type NumberKind = GivenNumber['kind']

const PREFIXES: Record<NumberKind, string> = {
  patient: 'P',
  visit: 'V',
  accession: 'A',
  receipt: 'R',
  refund: 'RF',
  invoice: 'INV',
}
/** The branch of a series of the whole client, as its row has it. */
export const WHOLE_CLIENT = '00000000-0000-0000-0000-000000000000'

/** The numbers of one transaction: those that it may have back, and those that it was given. */
export interface NumberBook {
  commandId: string
  /** What the command bore before a restored backup lost it, in the order in which it was given. */
  before: GivenNumber[]
  given: GivenNumber[]
}

/** A series by its key. */
export interface Series {
  clientId: string
  kind: NumberKind
  branchId: string
  /** The financial year of a series that begins anew with each (domain/branch/financial-year.ts); otherwise empty. */
  year: string
}

/** What a series begins with where nobody chose its prefix. */
export const prefixOf = ({ kind, year }: Pick<Series, 'kind' | 'year'>): string =>
  year === '' ? PREFIXES[kind] : `${PREFIXES[kind]}${year}-`
