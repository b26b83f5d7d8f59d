import { v7 as mintId } from 'uuid'
import type { SchemeInvoiceRow } from '#contract/calls/scheme-settlements.ts'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, PHP } from '../open-demo.ts'
import { type BookVisit, CLIENT, putVisit } from '../sales/books.ts'

export const DOCTOR = demoId('user', 'ref.bhat')
export const HOSPITAL = demoId('user', 'ref.lilavati')
export const SCHEME = demoId('referral scheme', 'sanjeevani Half and half')
export const DAY = '2015-03-10'
const START = new Date(`${DAY}T05:00:00Z`)

/** Inserts an invoice of 1,000: the patient owes 40 percent and has paid, the hospital owes the rest. */
export const schemeVisit = (server: DemoServer, more: Partial<BookVisit> = {}): Promise<string> =>
  putVisit(server, {
    start: START,
    status: 7,
    lines: [{ charges: 100_000 }],
    scheme: 'Hospital',
    schemeId: SCHEME,
    share: 40,
    refHospital: HOSPITAL,
    money: [{ minor: 40_000, day: DAY }],
    ...more,
  })

export interface Invoice {
  appt_id: string
  amount: number
}

/** Sends a settlement as the dialog does; `more` may set its id. */
export const settle = (
  desk: ApiUser,
  invoices: readonly Invoice[],
  more: { mode?: string | undefined; id?: string; ref_no?: string } = {},
) => desk.post(`${PHP}report/settleSchemeInvoices`, { id: mintId(), mode: 'Transfer', invoices, ...more })

export const listed = async (desk: ApiUser, ...ids: string[]): Promise<SchemeInvoiceRow[]> =>
  (await desk.post(`${PHP}report/schemeInvoices`, { ids })).body.result

/** Freezes the hospital's commission of the visit's first line at this percentage; returns the line's id. */
export async function giveCommission(server: DemoServer, visit: string, percent: number): Promise<string> {
  const [row] = await askAdmin<{ id: string }>(
    server,
    `update visit_service set hospital_commission_type = 'Percent', hospital_commission_rate = $3
     where client_id = $1 and visit_id = $2 and place = 0 returning id`,
    [CLIENT, visit, percent],
  )
  return row?.id ?? ''
}

export interface StoredMoney {
  received: number
  settled: number
  payment_status: string
}
export async function storedMoney(server: DemoServer, id: string): Promise<StoredMoney> {
  const [row] = await askAdmin<StoredMoney>(
    server,
    'select received::float, settled::float, payment_status from visit where id = $1',
    [id],
  )
  if (!row) throw new Error('no such visit')
  return row
}
