import { expect } from '@playwright/test'
import { ask } from './ledger.ts'
import type { RunningServer } from './server/running-server.ts'

/** A receipt as on its paper or in the books: the printed number, the mode and the amount. */
export interface PrintedReceipt {
  printed: string
  mode: string
  amount: number
}

/** A walk-in's visit as stored on the server. */
export interface BookedVisit {
  branch_id: string
  visit_no: string
  invoice_no: string
  pat_id: string
  payment_status: string
  net: number
  received: number
  flags: string[]
  accessions: string[]
  /** The numbers that machines receive while the server has given no number. */
  provisional_accessions: string[]
  receipts: (PrintedReceipt & { receipt_no: string; username: string; is_unallocated: boolean })[]
}

/** The counts of records, and the last number of each series. */
export interface Books {
  counts: Record<'patients' | 'visits' | 'services' | 'receipts', number>
  series: { client_id: string; branch_id: string; kind: string; year: string; prefix: string; next: number }[]
}

export async function readBooks(server: RunningServer): Promise<Books> {
  const [counts] = await ask<Books['counts']>(
    server,
    `select (select count(*)::int from patient) as patients, (select count(*)::int from visit) as visits,
       (select count(*)::int from visit_service) as services, (select count(*)::int from receipt) as receipts`,
  )
  if (!counts) throw new Error('the books cannot be read')
  const series = await ask<Books['series'][number]>(server, 'select * from number_series')
  return { counts, series }
}

/** Returns the visits of patients whose mobile begins with these digits. */
export function findVisitsOf(server: RunningServer, mobile: string): Promise<BookedVisit[]> {
  return ask<BookedVisit>(
    server,
    `select v.branch_id, v.visit_no, v.invoice_no, p.pat_id, v.payment_status, v.flags,
       v.net_charges::float as net, v.received::float as received, s.accessions, s.provisional_accessions, r.receipts
     from visit v
     join patient p on p.client_id = v.client_id and p.id = v.patient_id
     cross join lateral (
       select array_agg(accession_no) as accessions, array_agg(accession_alias) as provisional_accessions
       from visit_service where client_id = v.client_id and visit_id = v.id) s
     cross join lateral (
       select json_agg(json_build_object('receipt_no', receipt_no, 'printed', provisional_no, 'mode', mode,
         'amount', amount::float, 'username', u.username, 'is_unallocated', is_unallocated)) as receipts
       from receipt join app_user u on u.client_id = receipt.client_id and u.id = receipt.created_by
       where receipt.client_id = v.client_id and visit_id = v.id) r
     where p.mobile like $1 || '%'`,
    [mobile],
  )
}

/**
 * Expects that the records made between two readings of the books have each number from the first to the
 * last, once.
 */
export function expectGapless(before: Books, after: Books, visits: readonly BookedVisit[]): void {
  const numbersOf: Record<string, (visit: BookedVisit) => string[]> = {
    patient: ({ pat_id }) => [pat_id],
    visit: ({ visit_no }) => [visit_no],
    accession: ({ accessions }) => accessions,
    receipt: ({ receipts }) => receipts.map(({ receipt_no }) => receipt_no),
    invoice: ({ invoice_no }) => [invoice_no],
  }
  const ofBranch = new Set(['receipt', 'refund', 'invoice'])
  const isSame = (a: Books['series'][number]) => (b: Books['series'][number]) =>
    a.client_id === b.client_id && a.branch_id === b.branch_id && a.kind === b.kind && a.year === b.year
  const grown = after.series.flatMap((series) => {
    const first = before.series.find(isSame(series))?.next ?? 1
    return first < series.next ? [{ ...series, first }] : []
  })
  for (const { kind, branch_id, prefix, first, next } of grown) {
    const given = visits
      .filter((visit) => !ofBranch.has(kind) || visit.branch_id === branch_id)
      .flatMap((visit) => numbersOf[kind]?.(visit) ?? [])
    const wanted = Array.from({ length: next - first }, (_, at) => first + at)
    const numbers = given.map((text) => Number(text.slice(prefix.length))).toSorted((a, b) => a - b)
    expect(numbers, `the numbers ${prefix} of the series ${kind}`).toEqual(wanted)
  }
  const given = new Set(grown.map(({ kind }) => kind))
  expect([...given].toSorted(), 'series that gave numbers').toEqual(Object.keys(numbersOf).toSorted())
}
