import { sql } from 'kysely'
import type { Reconciliation } from '#contract/calls/reconcile.ts'
import type { InvoiceRow, ReceiptMovement } from '#contract/calls/sales-records.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { settleableOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { RECEIPT_MODES } from '#domain/money/payment-modes.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { selectOpenOfDay } from '../payments/public/drawer-store.ts'
import { summarizeCollection, sumPayments } from '../sales/public/collection.ts'
import { type Figures, openFigures, stamp } from '../sales/public/figures.ts'
import { selectInvoicePage } from '../sales/public/invoices.ts'
import { listedVisits } from '../sales/public/listed-visits.ts'
import { selectReceiptPage } from '../sales/public/receipts.ts'
import { sumVisits } from '../sales/public/visit-sums.ts'
import { countedByMode, selectClosesOfDay } from './drawers.ts'
import { closeEntry, groupOf, invoiceEntry, movementEntry, netOf } from './groups.ts'

/** More entries than any branch has on a day. */
const WHOLE_DAY = { p: 1, ps: 20_000, order_by: 'date_asc' } as const
const EVERYTHING = { kind: 'All', prev_pending_flag: 'Include', includeFutureReceipt: 'Y' } as const

/**
 * Compares the money of one branch and day in drawers, receipts, collection summary and BI, each read by its own
 * query, and lists the entries that cause differences. Throws if the role may read only a part of the sales, because
 * nothing would match.
 */
export async function reconcileDay(ctx: Context, { branch_id, day }: { branch_id: string; day: string }) {
  demandWholeReader(ctx.caller)
  const figures = await openFigures(ctx, { branch_id, from_date: day, to_date: day })
  const result = await readDay(figures, branch_id, day)
  await ctx.audit('read', 'day_close', undefined, { reconcile: branch_id, day })
  return { result, as_at: stamp(figures).as_at }
}

export function demandWholeReader({ permissions, salesReport, salesInvoice }: Caller): void {
  if (!permissions.has('sales_report') && !permissions.has('close_any_day'))
    throw new Refusal('not_permitted')
  if (salesReport !== 'All' || salesInvoice !== 'All')
    throw new Refusal(
      'not_permitted',
      'Your role sees only a part of the sales, so they cannot be reconciled.',
    )
}

async function readDay(figures: Figures, branchId: string, day: string): Promise<Reconciliation> {
  const decimals = Math.round(Math.log10(figures.scale))
  const minor = (amount: number | string) => toMinor(amount, decimals)
  const money = (amount: number) => fromMinor(amount, decimals)
  const closes = await selectClosesOfDay(figures, branchId, day)
  const range = { from_date: day, to_date: day }
  const rows = await selectReceiptPage(figures, { ...EVERYTHING, ...WHOLE_DAY, ...range })
  const collection = await summarizeCollection(figures, false)
  const bi = await sumPayments(figures, false)
  const columns = {
    drawers: countedByMode(closes, minor),
    receipts: byMode(rows.map((row) => [row.mode, netOf(row, decimals)])),
    collection: byMode(collection.total_received_mode_wise.map(({ mode, net }) => [mode, minor(net)])),
    bi: byMode(bi.modes.map(({ mode, net }) => [mode, minor(net)])),
  }
  const total = {
    drawers: sumOf(columns.drawers),
    receipts: sumOf(columns.receipts),
    collection: minor(collection.net_received),
    bi: minor(bi.total),
  }
  const differences = [
    groupOf('not_counted', await notCounted(figures, rows, { branchId, day, decimals }), decimals),
    groupOf('cash_difference', closesThatDiffer(closes, decimals), decimals),
    groupOf(
      'future',
      entriesOf(rows, ({ visit_place }) => visit_place === 'After', decimals),
      decimals,
    ),
  ] as const
  const [open, cash, future] = differences.map(({ amount }) => minor(amount)) as [number, number, number]
  return {
    modes: modesOf(columns).map((mode) => ({
      mode,
      drawers: money(columns.drawers.get(mode) ?? 0),
      receipts: money(columns.receipts.get(mode) ?? 0),
      collection: money(columns.collection.get(mode) ?? 0),
      bi: money(columns.bi.get(mode) ?? 0),
    })),
    total: {
      drawers: money(total.drawers),
      receipts: money(total.receipts),
      collection: money(total.collection),
      bi: money(total.bi),
    },
    closes: closes.length,
    differences: differences.filter(({ count }) => count > 0),
    notes: await readNotes(figures, rows, { branchId, day, decimals }),
    unexplained: {
      drawers: money(total.receipts - (total.drawers - cash) - open),
      collection: money(total.receipts - total.collection - future),
      bi: money(total.collection - total.bi),
    },
    invoices: (await sumVisits(figures, { base: 'Invoices', filter: { includeFutureReceipt: 'N' } })).totals,
  }
}

interface Day {
  branchId: string
  day: string
  decimals: number
}

/** Returns the day's movements in drawers that no close has counted. */
async function notCounted(
  { tx, caller }: Figures,
  rows: readonly ReceiptMovement[],
  { branchId, day, decimals }: Day,
) {
  const open = await selectOpenOfDay(tx, { clientId: caller.clientId, branchId, day })
  const keys = new Set(open.map(({ id, side }) => `${id} ${side}`))
  return entriesOf(rows, ({ id, side }) => keys.has(`${id} ${side}`), decimals)
}

const closesThatDiffer = (closes: Parameters<typeof closeEntry>[0][], decimals: number) =>
  closes.map((close) => closeEntry(close, decimals)).filter(({ amount }) => amount !== 0)

async function readNotes(figures: Figures, rows: readonly ReceiptMovement[], { day, decimals }: Day) {
  const range = { from_date: day, to_date: day }
  const zone = figures.scope.zones[0]?.zone ?? 'UTC'
  const cancelled = await selectReceiptPage(figures, {
    ...EVERYTHING,
    ...WHOLE_DAY,
    ...range,
    note: 'Cancelled_Since',
  })
  const invoices = await selectInvoicePage(
    figures,
    { ...range, ref_scheme: 'All', includeFutureReceipt: 'N' },
    WHOLE_DAY,
  )
  const owed = await owedBySchemes(figures, invoices, decimals)
  const hidden = invoices.filter(({ hidden_discount }) => (hidden_discount ?? 0) > 0)
  const isTaken = ({ side }: ReceiptMovement) => side === 'Taken'
  const groups = [
    groupOf(
      'arrived_late',
      entriesOf(rows, (row) => isTaken(row) && dayAt(new Date(row.created), zone) > day, decimals),
      decimals,
    ),
    groupOf('cancelled_since', entriesOf(cancelled, isTaken, decimals), decimals),
    groupOf(
      'unallocated',
      entriesOf(rows, (row) => isTaken(row) && row.is_unallocated === 1, decimals),
      decimals,
    ),
    groupOf(
      'scheme',
      owed.map(({ row, amount }) => invoiceEntry(row, amount, row.scheme)),
      decimals,
    ),
    groupOf(
      'hidden_discount',
      hidden.map((row) => invoiceEntry(row, row.hidden_discount ?? 0, '')),
      decimals,
    ),
  ] as const
  return groups.filter(({ count }) => count > 0)
}

/**
 * Returns the invoices with an open part of a hospital or doctor, with that part; the rest of their balance is the
 * patient's.
 */
async function owedBySchemes(figures: Figures, invoices: readonly InvoiceRow[], decimals: number) {
  const ids = invoices.filter(({ ref_dr_scheme_id }) => ref_dr_scheme_id !== null).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; settled: number }>`
    select t.id, t.settled::float8 as settled from ${listedVisits(figures, { base: 'Invoices', filter: {}, ids })} t
  `.execute(figures.tx)
  const settled = new Map(rows.map((row) => [row.id, row.settled]))
  const minor = (amount: number) => toMinor(amount, decimals)
  return invoices.flatMap((row) => {
    const amount = settleableOf({
      net: minor(row.net_charges),
      paid: minor(row.paid),
      settled: minor(settled.get(row.id) ?? 0),
      share: row.patient_share,
    })
    return settled.has(row.id) && amount > 0 ? [{ row, amount: fromMinor(amount, decimals) }] : []
  })
}

const entriesOf = (
  rows: readonly ReceiptMovement[],
  isWanted: (row: ReceiptMovement) => boolean,
  decimals: number,
) => rows.filter(isWanted).map((row) => movementEntry(row, decimals))

function byMode(amounts: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [mode, minor] of amounts) sums.set(mode, (sums.get(mode) ?? 0) + minor)
  return sums
}

const sumOf = (sums: ReadonlyMap<string, number>) => [...sums.values()].reduce((total, one) => total + one, 0)

/** Returns the modes with an amount, in their order; unknown ones last, by name. */
function modesOf(columns: Record<string, ReadonlyMap<string, number>>): string[] {
  const modes = new Set(
    Object.values(columns).flatMap((sums) =>
      [...sums].filter(([, minor]) => minor !== 0).map(([mode]) => mode),
    ),
  )
  const known: readonly string[] = RECEIPT_MODES
  return [
    ...known.filter((mode) => modes.has(mode)),
    ...[...modes].filter((mode) => !known.includes(mode)).toSorted(),
  ]
}
