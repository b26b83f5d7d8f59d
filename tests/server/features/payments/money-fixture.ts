import { v7 as mintId } from 'uuid'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type Answer, type ApiUser, type DemoServer, PHP } from '../open-demo.ts'

export const CLIENT = SANJEEVANI.id
export const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''
export const KOTHRUD = SANJEEVANI.branches[1]?.id ?? ''
export const SALMIYA = AL_NOOR.branches[0]?.id ?? ''

interface VisitWish {
  client?: string
  branch?: string
  /** The price, in the client's currency. */
  net?: number
  share?: number
  status?: number
  /** Index among the client's patients. */
  patient?: number
}

/** Inserts a visit that has a price and one service; returns its id. */
export async function putVisit(server: DemoServer, wish: VisitWish = {}): Promise<string> {
  const { client = CLIENT, branch = ANDHERI, net = 1000, share = 100, status = 1, patient = 0 } = wish
  const id = mintId()
  await askAdmin(
    server,
    `insert into visit (client_id, id, visit_no, branch_id, patient_id, start_dt, status, charges, net_charges,
       patient_share, payment_status)
     select $1, $2::uuid, 'T' || $2::text, $3, p.id, $4, $5, $6, $6, $7, 'Pending'
     from patient p where p.client_id = $1 and p.hidden is null order by p.id offset $8 limit 1`,
    [client, id, branch, server.clock.now, status, net, share, patient],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, code, start_dt, modality, charges, net_charges)
     values ($1, $2, $3, 'CT Brain', 'CTB', $4, 'CT', $5, $5)`,
    [client, mintId(), id, server.clock.now, net],
  )
  return id
}

type Row = { mode: string; amount: number } & Record<string, unknown>

/** Sends a payment as a desk does; modes get new ids unless they have one. */
export const pay = (desk: ApiUser, appt_id: string, ...rows: Row[]): Promise<Answer> =>
  desk.post(`${PHP}appt/createReceipts`, {
    appt_id,
    receipts: rows.map((row) => ({ id: mintId(), ...row })),
  })

export const refund = (desk: ApiUser, appt_id: string, ...rows: Row[]): Promise<Answer> =>
  desk.post(`${PHP}appt/createRefunds`, {
    appt_id,
    reason: 'Did not come.',
    refunds: rows.map((row) => ({ id: mintId(), ...row })),
  })

export const cash = (amount: number): Row => ({ mode: 'Cash', amount })

/** Sends a payment that was taken offline, as the outbox does. */
export async function payLater(desk: ApiUser, appt_id: string, ...rows: Row[]) {
  const input = { appt_id, receipts: rows.map((row) => ({ id: mintId(), ...row })) }
  const command = {
    id: mintId(),
    call: 'appt/createReceipts',
    version: 1,
    input,
    at: new Date().toISOString(),
    made_offline: true,
  }
  const device_id = '01990000-0000-7000-8000-000000000000'
  const { body } = await desk.post('sync/commands', { device_id, commands: [command] })
  return { command, device_id, answer: body.answers[0] as LateAnswer }
}

interface LateAnswer {
  status: number
  flags?: string[]
  body: { code?: string; result: { receipts: { id: string; is_unallocated: number }[] } }
}

/** Returns the money columns of the visit's row. */
export async function moneyOf(server: DemoServer, id: string) {
  const [row] = await askAdmin<Record<'net' | 'received' | 'refunded', number> & Rest>(
    server,
    `select net_charges::float as net, received::float, refunded::float, payment_status, flags
     from visit where id = $1`,
    [id],
  )
  if (!row) throw new Error('no such visit')
  return row
}
interface Rest {
  payment_status: string
  flags: string[]
}

/** Returns the visits of the branch whose row has another last day of money than their receipts and refunds. */
export const withWrongLastDay = (server: DemoServer, visits: readonly string[]) =>
  askAdmin<{ id: string }>(
    server,
    `select v.id, v.last_money_day, m.day from visit v left join lateral (
       select max(greatest(r.business_day, r.cancel_day)) as day from (
         select visit_id, business_day, cancel_day from receipt
         union all select visit_id, business_day, cancel_day from refund) r where r.visit_id = v.id) m on true
     where v.id = any($1::uuid[]) and v.last_money_day is distinct from m.day`,
    [visits],
  )

/** Returns the receipt numbers of a branch in the order in which they were given. */
export async function numbersOf(server: DemoServer, branch: string): Promise<number[]> {
  const rows = await askAdmin<{ n: number }>(
    server,
    `select substr(receipt_no, 2)::int as n from receipt where branch_id = $1 order by n`,
    [branch],
  )
  return rows.map(({ n }) => n)
}
