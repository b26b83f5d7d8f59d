import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MonthTotals } from '#contract/calls/month-lock.ts'
import { fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'
import { type MonthText, monthRange } from '#domain/money/month-lock.ts'
import { collectionOf } from '#domain/money/sales/collection.ts'
import type { MovementGroup } from '#domain/money/sales/movements.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'

/** A branch of a client, with its time zone and the decimals of the client's currency. */
export interface BooksOf {
  clientId: string
  branchId: string
  zone: string
  decimals: number
}

/** The totals of a branch's month with a checksum. */
export interface MonthBooks {
  totals: MonthTotals
  rows: number
  sha256: string
}

type Row = Pick<MovementGroup, 'kind' | 'side' | 'mode'> & { id: string; day: string; amount: string }

/** Reads a branch's month completely, regardless of the caller's rights, because a lock covers all of it. */
export async function readMonth(tx: Tx, of: BooksOf, month: MonthText): Promise<MonthBooks> {
  const rows = await selectMovements(tx, of, month)
  const { modes, ...sums } = collectionOf(rows.map((row) => toGroup(row, of.decimals)))
  const amount = (minor: number) => fromMinor(minor, of.decimals)
  return {
    totals: {
      received: amount(sums.received),
      refunded: amount(sums.refunded),
      net: amount(sums.net),
      modes: modes.map(({ mode, received, refunded, net }) => ({
        mode,
        received: amount(received),
        refunded: amount(refunded),
        net: amount(net),
      })),
      invoices: await sumInvoices(tx, of, month),
    },
    rows: rows.length,
    sha256: checksumOf(rows, of.decimals),
  }
}

async function selectMovements(tx: Tx, { clientId, branchId }: BooksOf, month: MonthText): Promise<Row[]> {
  const { from, to } = monthRange(month)
  const sides = (['receipt', 'refund'] as const).flatMap((kind) =>
    (
      [
        ['made', 'business_day'],
        ['cancelled', 'cancel_day'],
      ] as const
    ).map(
      ([side, day]) => sql`
        select ${sql.lit(kind)} as kind, ${sql.lit(side)} as side, id, mode, amount, ${sql.ref(day)} as day
        from ${sql.table(kind)}
        where client_id = ${clientId} and branch_id = ${branchId} and ${sql.ref(day)} between ${from} and ${to}`,
    ),
  )
  const { rows } = await sql<Row>`${sql.join(sides, sql` union all `)} order by kind, id, side`.execute(tx)
  return rows
}

// The visit's start and the arrival time of the money are not part of what is locked.
const toGroup = ({ kind, side, mode, amount }: Row, decimals: number): MovementGroup => ({
  kind,
  side,
  mode,
  person: '',
  visit: 'in',
  isForCancelled: false,
  isLate: false,
  isCancelledSince: false,
  minor: toMinor(amount, decimals),
  hidden: 0,
  count: 1,
})

/**
 * Hashes one line per movement, ordered by kind, id and side, so that the same rows give the same checksum on any
 * machine.
 */
function checksumOf(rows: readonly Row[], decimals: number): string {
  const hash = createHash('sha256')
  for (const { kind, id, side, day, mode, amount } of rows)
    hash.update(`${kind}|${id}|${side}|${day}|${mode}|${minorToText(toMinor(amount, decimals), decimals)}\n`)
  return hash.digest('hex')
}

/**
 * Sums the invoices of the visits that start in the month; leaves out cancelled visits and those with only cancelled
 * services.
 */
async function sumInvoices(
  tx: Tx,
  { clientId, branchId, zone }: BooksOf,
  month: MonthText,
): Promise<MonthTotals['invoices']> {
  const { from, to } = monthRange(month)
  const services = sql`visit_service s where s.client_id = ${clientId} and s.visit_id = v.id`
  const { rows } = await sql<MonthTotals['invoices']>`
    select count(*)::int as visits, coalesce(sum(v.charges), 0)::float8 as charges,
      coalesce(sum(v.discount), 0)::float8 as discount, coalesce(sum(v.net_charges), 0)::float8 as net_charges
    from visit v
    where v.client_id = ${clientId} and v.branch_id = ${branchId}
      and v.start_dt between ${startOfDay(from, zone)} and ${endOfDay(to, zone)}
      and v.status <> ${CANCELLED_STATUS} and (v.started_on is not null or v.received > 0)
      and not (v.charges = 0 and exists (select from ${services})
        and not exists (select from ${services} and s.status <> ${CANCELLED_STATUS}))`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return row
}
