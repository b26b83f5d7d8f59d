import type { Table } from 'dexie'
import type { ReceiptRow, RefundRow, VisitRow } from '#contract/calls/visit-records.ts'
import { moneyDays } from '#domain/money/business-day.ts'
import { counts } from '#domain/status/payment-status.ts'
import type { DatedMoney } from '#domain/visit/visit-amounts.ts'
import type { CopyRow, VisitCopy, VisitPartCopy } from '#src/db/cache-database.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { openShown, type Shown, type StoredRecords } from '../desk/merged-record.ts'
import { LOCAL_SCOPE } from '../pull/copies.ts'
import type { LiveQuestion } from '../use-live.ts'
import type { BranchSpan, ListRange } from './list-range.ts'

/** The money of a visit by day. */
export interface VisitMoney {
  receipts: readonly DatedMoney[]
  refunds: readonly DatedMoney[]
}

/** A visit on this device. */
export interface HeldVisit {
  visit: Shown<'visit'>
  /** The server's version; undefined for a visit that exists on this device only. */
  base: VisitRow | undefined
  /** Undefined if every receipt and refund counts: then the visit's own sums apply. */
  money: VisitMoney | undefined
  baseMoney: VisitMoney | undefined
}

interface Stored {
  visits: StoredRecords
  receipts: StoredRecords
  refunds: StoredRecords
}

const NOTHING: StoredRecords = { copies: [], waiting: [] }

/**
 * The live query for the visits of a range with the waiting changes, unordered, including those that exist only here
 * and those that a change moves out of the range. Their money is read only if `needsMoney`, that is, if not all of it
 * counts.
 */
export function heldVisits(
  { spans }: Pick<ListRange, 'spans'>,
  needsMoney: boolean,
): LiveQuestion<Stored, HeldVisit[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [found, waiting] = await Promise.all([
        Promise.all(
          spans.map(({ branchId, from, until }) =>
            cache.visits
              .where('[branch+at]')
              .between([branchId, from], [branchId, until], true, false)
              .toArray(),
          ),
        ),
        readWaiting(work, 'visit'),
      ])
      const copies = [...found.flat(), ...(await movedHere(cache.visits, found.flat(), waiting))]
      const visits = { copies, waiting }
      if (!needsMoney) return { visits, receipts: NOTHING, refunds: NOTHING }
      const ids = [
        ...new Set([...copies, ...waiting.map(({ record }) => ({ id: record }))].map(({ id }) => id)),
      ]
      const partsOf = async (table: Table<VisitPartCopy, string>, type: 'receipt' | 'refund') => ({
        copies: await table.where('visit').anyOf(ids).toArray(),
        waiting: await readWaiting(work, type),
      })
      const [receipts, refunds] = await Promise.all([
        partsOf(cache.receipts, 'receipt'),
        partsOf(cache.refunds, 'refund'),
      ])
      return { visits, receipts, refunds }
    },
    open: async (stored, { databases }) => {
      const touched = new Set(stored.visits.waiting.map(({ record }) => record))
      const [shown, opened, receipts, refunds] = await Promise.all([
        openShown(databases, 'visit', stored.visits),
        databases.visits.openAll(stored.visits.copies.filter(({ id }) => touched.has(id)) as VisitCopy[]),
        openShown(databases, 'receipt', stored.receipts),
        openShown(databases, 'refund', stored.refunds),
      ])
      const bases = new Map<string, VisitRow>(opened.map(({ id, body }) => [id, body]))
      // Receipts and refunds that came with an answer: the copy of their visit does not count them yet.
      const answered = new Set(
        [...stored.receipts.copies, ...stored.refunds.copies]
          .filter(({ scope }) => scope === LOCAL_SCOPE)
          .map(({ id }) => id),
      )
      const moneyOf = moneyByVisit(spans, { receipts, refunds, answered })
      return shown.flatMap((visit) => {
        const base = visit.isWaiting ? bases.get(visit.id) : visit
        if (!isInRange(spans, visit) && !(base && isInRange(spans, base))) return []
        return [
          {
            visit,
            base,
            money: needsMoney ? moneyOf(visit, 'shown') : undefined,
            baseMoney: needsMoney ? moneyOf(visit, 'base') : undefined,
          },
        ]
      })
    },
  }
}

/** True if the visit starts at one of the branches within its days. */
export function isInRange(
  spans: readonly BranchSpan[],
  { branch_id, start_dt }: Pick<VisitRow, 'branch_id' | 'start_dt'>,
): boolean {
  const at = Date.parse(start_dt)
  return spans.some(({ branchId, from, until }) => branchId === branch_id && at >= from && at < until)
}

/** Copies from elsewhere that a waiting change may have moved into the range. */
async function movedHere<Copy extends CopyRow>(
  table: { bulkGet: (ids: string[]) => PromiseLike<(Copy | undefined)[]> },
  here: readonly Copy[],
  waiting: readonly OverlayRow[],
): Promise<Copy[]> {
  if (waiting.length === 0) return []
  const known = new Set(here.map(({ id }) => id))
  const others = [...new Set(waiting.map(({ record }) => record))].filter((id) => !known.has(id))
  return (await table.bulkGet(others)).filter((copy) => copy !== undefined)
}

interface OpenedMoney {
  receipts: readonly Shown<'receipt'>[]
  refunds: readonly Shown<'refund'>[]
  answered: ReadonlySet<string>
}

function moneyByVisit(spans: readonly BranchSpan[], { receipts, refunds, answered }: OpenedMoney) {
  const zones = new Map(spans.map(({ branchId, zone }) => [branchId, zone]))
  const received = Map.groupBy(receipts, ({ appt_id }) => appt_id)
  const refunded = Map.groupBy(refunds, ({ appt_id }) => appt_id)
  return ({ id, branch_id, isWaiting }: Shown<'visit'>, which: 'shown' | 'base'): VisitMoney => {
    const zone = zones.get(branch_id) ?? 'UTC'
    const dated = (rows: readonly (Shown<'receipt'> | Shown<'refund'>)[] = []) =>
      rows
        .filter((row) => which === 'shown' || !(row.isWaiting || (isWaiting && answered.has(row.id))))
        .map((row) => datedOf(row, zone))
    return { receipts: dated(received.get(id)), refunds: dated(refunded.get(id)) }
  }
}

// Money that was cancelled on an unknown day counts on no day.
function datedOf(row: ReceiptRow | RefundRow, zone: string): DatedMoney {
  const { business_day, cancel_day } = moneyDays(row, zone)
  const isUndated = !counts(row.status) && cancel_day === null
  return { amount: row.amount, business_day, cancel_day: isUndated ? business_day : cancel_day }
}
