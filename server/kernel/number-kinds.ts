import type { GivenNumber } from '#contract/calls/sync.ts'

/** Number series that people read; patient, visit and accession belong to the client, the others to a branch. */
export type NumberKind = GivenNumber['kind']

const PREFIXES: Record<NumberKind, string> = {
  patient: 'P',
  visit: 'V',
  accession: 'A',
  receipt: 'R',
  refund: 'RF',
  invoice: 'INV',
}
/** The branch id in the row of a client-wide series. */
export const WHOLE_CLIENT = '00000000-0000-0000-0000-000000000000'

/** The numbers of one transaction: those it may get back, and those it was given. */
export interface NumberBook {
  commandId: string
  /** Numbers that the command had before a restored backup lost it, in the order they were given. */
  before: GivenNumber[]
  given: GivenNumber[]
}

/** Identifies a series by its key. */
export interface Series {
  clientId: string
  kind: NumberKind
  branchId: string
  /** The financial year if the series restarts each year (domain/branch/financial-year.ts); otherwise empty. */
  year: string
}

/** Returns the prefix of a series if nobody chose one. */
export const prefixOf = ({ kind, year }: Pick<Series, 'kind' | 'year'>): string =>
  year === '' ? PREFIXES[kind] : `${PREFIXES[kind]}${year}-`
