import type { PoolClient as Connection } from 'pg'
import { v7 as mintId } from 'uuid'
import { paymentStatusOf } from '#domain/money/balance.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import type { DayText } from '#domain/time/zones.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'

export const CLIENT = SANJEEVANI.id
export const KUWAIT = AL_NOOR.id
export const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
export const SALMIYA = AL_NOOR.branches[0]?.id ?? ''
export const RECEPTION = demoId('user', 'reception.andheri')
export const MANAGER = demoId('user', 'manager.andheri')
/** Before all of the demo's history, so that a range there contains only what the test inserts. */
export const QUIET_DAY = '2019-03-14'

/** A line, in whole minor units. */
export interface BookLine {
  charges: number
  discount?: number
  department?: string | null
  service?: string
  machine?: string | null
  cancelled?: boolean
  scanned?: boolean
  lab?: boolean
}

/** Money of a visit, in whole minor units. */
export interface BookMoney {
  kind?: 'receipt' | 'refund'
  minor: number
  mode?: string
  day: DayText
  cancelDay?: DayText
  by?: string
  cancelledBy?: string
  /** The day of its arrival, if later. */
  arrived?: DayText
  /** Whether it is a receipt of a settlement of scheme invoices. */
  isSettlement?: boolean
}

export interface BookVisit {
  client?: string
  branch?: string
  decimals?: number
  start: Date
  status?: number
  isStarted?: boolean
  isRadiology?: boolean
  lines: readonly BookLine[]
  money?: readonly BookMoney[]
  createdBy?: string
  scheme?: '' | 'Doctor' | 'Hospital'
  schemeId?: string | null
  /** The patient's share of the net, in percent. */
  share?: number
  refDr?: string | null
  refHospital?: string | null
  patient?: number
  hidden?: number
}

let count = 0

/** Writes visits with their lines and money as the server's calls leave them; returns their ids. */
export async function putVisits(server: DemoServer, books: readonly BookVisit[]): Promise<string[]> {
  const connection = await server.db.admin.connect()
  try {
    await connection.query('begin')
    const ids: string[] = []
    for (const book of books) ids.push(await putOne(connection, book))
    await connection.query('commit')
    connection.release()
    return ids
  } catch (error) {
    // Its transaction is still open, so the next query gets a new connection.
    connection.release(true)
    throw error
  }
}

/** Writes one visit; returns its id. */
export async function putVisit(server: DemoServer, book: BookVisit): Promise<string> {
  const [id = ''] = await putVisits(server, [book])
  return id
}

async function putOne(connection: Connection, book: BookVisit): Promise<string> {
  const { client = CLIENT, branch = ANDHERI, decimals = 2, status = 4, money = [] } = book
  const id = mintId()
  const amount = (minor: number) => fromMinor(minor, decimals)
  const live = status === 12 ? [] : book.lines.filter(({ cancelled }) => !cancelled)
  const sum = (of: (line: BookLine) => number) => live.reduce((all, line) => all + of(line), 0)
  const counted = (wanted: string) =>
    money
      .filter(({ kind = 'receipt', cancelDay }) => kind === wanted && !cancelDay)
      .reduce((all, { minor }) => all + minor, 0)
  const [charges, discount] = [sum((line) => line.charges), sum((line) => line.discount ?? 0)]
  const [received, refunded] = [counted('receipt'), counted('refund')]
  const settled = money
    .filter(({ isSettlement, cancelDay }) => isSettlement && !cancelDay)
    .reduce((all, { minor }) => all + minor, 0)
  await connection.query(
    `insert into visit (client_id, id, visit_no, branch_id, patient_id, start_dt, end_dt, status, started_on,
       is_radiology, charges, discount, net_charges, received, refunded, payment_status, created_by,
       ref_dr_scheme_type, ref_dr_id, ref_hospital_id, settled, ref_dr_scheme_id, patient_share,
       last_money_day, has_hidden)
     select $1, $2::uuid, 'B' || $2::text, $3, p.id, $4, $4::timestamptz + interval '15 minutes', $5, $6, $7, $8, $9,
       $10, $11, $12, $13, $14, $15, $16, $17, $19, $20, $21, $22, $23
     from patient p where p.client_id = $1 and p.hidden is null order by p.id offset $18 limit 1`,
    [
      client,
      id,
      branch,
      book.start,
      status,
      (book.isStarted ?? status >= 4) ? book.start : null,
      book.isRadiology ?? true,
      amount(charges),
      amount(discount),
      amount(charges - discount),
      amount(received),
      amount(refunded),
      paymentStatusOf(charges - discount, received - refunded),
      book.createdBy ?? RECEPTION,
      book.scheme ?? '',
      book.refDr ?? null,
      book.refHospital ?? null,
      book.patient ?? 0,
      amount(settled),
      book.schemeId ?? null,
      book.share ?? 100,
      lastMoneyDayOf(money, book),
      book.hidden !== undefined,
    ],
  )
  for (const [place, line] of book.lines.entries()) await putLine(connection, book, { id, place, line })
  for (const one of money) await putMoney(connection, book, id, one)
  if (book.hidden !== undefined)
    await connection.query(
      `insert into hidden_discount (client_id, id, visit_id, branch_id, amount, created_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [client, mintId(), id, branch, amount(book.hidden), MANAGER],
    )
  return id
}

/** Returns null for every second visit, as for visits that were paid before the column existed. */
function lastMoneyDayOf(money: readonly BookMoney[], { start }: BookVisit): string | null {
  if (start.getUTCHours() % 2 === 1) return null
  const days = money.flatMap(({ day, cancelDay = day }) => [day, cancelDay])
  return days.toSorted().at(-1) ?? null
}

async function putLine(
  connection: Connection,
  { client = CLIENT, decimals = 2, start, status = 4 }: BookVisit,
  { id, place, line }: { id: string; place: number; line: BookLine },
): Promise<void> {
  const amount = (minor: number) => fromMinor(minor, decimals)
  const slot = mintId()
  const department = line.department ?? null
  if (line.machine !== undefined)
    await connection.query(
      `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
       values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '15 minutes', false)`,
      [client, slot, id, department ?? mintId(), line.machine, start],
    )
  await connection.query(
    `insert into visit_service (client_id, id, visit_id, place, name, code, start_dt, modality, service_id, department_id,
       visit_machine_id, islaboratory, status, charges, discount, net_charges)
     values ($1, $2, $3, $4, 'Line ' || $4::int, 'L', $5, 'CT', $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      client,
      mintId(),
      id,
      place,
      start,
      line.service ?? null,
      department,
      line.machine === undefined ? null : slot,
      line.lab ?? false,
      line.cancelled || status === 12 ? 12 : line.scanned ? 7 : 5,
      amount(line.charges),
      amount(line.discount ?? 0),
      amount(line.charges - (line.discount ?? 0)),
    ],
  )
}

async function putMoney(
  connection: Connection,
  book: BookVisit,
  visitId: string,
  one: BookMoney,
): Promise<void> {
  const { client = CLIENT, branch = ANDHERI, decimals = 2 } = book
  const { kind = 'receipt', by = RECEPTION, cancelledBy = MANAGER, cancelDay = null } = one
  const isReceipt = kind === 'receipt'
  const at = (day: DayText) => `${day}T09:00:00Z`
  const settlement = one.isSettlement ? await putSettlement(connection, client, one) : null
  await connection.query(
    `insert into ${kind} (client_id, id, visit_id, branch_id, ${kind}_no, amount, mode, status, created, created_by,
       business_day, cancel_day, cancelled_on, cancelled_by${isReceipt ? ', taken_on, settlement_id' : ''})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14${isReceipt ? ', $15, $16' : ''})`,
    [
      client,
      mintId(),
      visitId,
      branch,
      `B${++count}`,
      fromMinor(one.minor, decimals),
      one.mode ?? 'Cash',
      cancelDay ? 'Cancelled' : isReceipt ? 'Received' : 'Refunded',
      at(one.arrived ?? one.day),
      by,
      one.day,
      cancelDay,
      cancelDay && at(cancelDay),
      cancelDay && cancelledBy,
      ...(isReceipt ? [at(one.day), settlement] : []),
    ],
  )
}

/** Inserts a settlement of one receipt; any person of the client pays. */
async function putSettlement(connection: Connection, client: string, one: BookMoney): Promise<string> {
  const id = mintId()
  await connection.query(
    `insert into scheme_settlement (client_id, id, payer_type, payer_id, mode, created_by)
     select $1, $2, 'Hospital', u.id, $3, u.id from app_user u where u.client_id = $1 order by u.id limit 1`,
    [client, id, one.mode ?? 'Cash'],
  )
  return id
}

/** Returns the ids of the platform's departments by name. */
export async function departmentsOf(server: DemoServer): Promise<ReadonlyMap<string, string>> {
  const rows = await askAdmin<{ id: string; name: string }>(server, 'select id, name from department')
  return new Map(rows.map(({ id, name }) => [name, id]))
}
