import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Receipt, Refund, Visit, VisitMachine, VisitService } from '#server/kernel/database/schema.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import type { DemoCentre } from '../centres.ts'
import { insertRows } from '../insert-rows.ts'
import { demoId } from '../random.ts'

/** A visit of the demo with all its parts. */
export interface DemoVisit {
  visit: Insertable<Visit>
  machines: Insertable<VisitMachine>[]
  services: Insertable<VisitService>[]
  receipts: Insertable<Receipt>[]
  refunds?: Insertable<Refund>[]
}

/** Number of receipts and refunds that each branch has numbered. */
export type NumbersGiven = ReadonlyMap<string, { receipts: number; refunds: number }>

export const patientIdOf = (centre: DemoCentre, patId: string) => demoId('patient', `${centre.key} ${patId}`)

/** Returns the receptionist of a branch. */
export function receptionOf(centre: DemoCentre, branchId: string): string {
  const desk = DEMO_PEOPLE.find(
    ({ centre: { id }, role, branches }) =>
      id === centre.id &&
      role === 'reception' &&
      centre.branches.some((branch) => branch.id === branchId && (branches?.includes(branch.name) ?? true)),
  )
  if (!desk) throw new Error('nobody sits at this desk of the demo')
  return desk.id
}

/**
 * Returns the same visits with receipts and refunds numbered without gaps at each branch, in order of payment, after
 * the numbers assigned `before`.
 */
export function numbered(
  visits: readonly DemoVisit[],
  before: NumbersGiven = new Map(),
): readonly DemoVisit[] {
  numberBy(
    visits.flatMap(({ receipts }) => receipts),
    (branchId) => before.get(branchId)?.receipts ?? 0,
    (receipt, number) => {
      receipt.receipt_no = `R${number}`
    },
  )
  numberBy(
    visits.flatMap(({ refunds = [] }) => refunds),
    (branchId) => before.get(branchId)?.refunds ?? 0,
    (refund, number) => {
      refund.refund_no = `RF${number}`
    },
  )
  return visits
}

/** Returns how many numbers these visits use per branch, added to those assigned `before`. */
export function numbersGiven(visits: readonly DemoVisit[], before: NumbersGiven = new Map()): NumbersGiven {
  const given = new Map([...before].map(([branchId, counts]) => [branchId, { ...counts }]))
  for (const { receipts, refunds = [] } of visits) {
    for (const { branch_id } of receipts) countOf(given, branch_id).receipts += 1
    for (const { branch_id } of refunds) countOf(given, branch_id).refunds += 1
  }
  return given
}

function countOf(given: Map<string, { receipts: number; refunds: number }>, branchId: string) {
  const known = given.get(branchId)
  if (known) return known
  const fresh = { receipts: 0, refunds: 0 }
  given.set(branchId, fresh)
  return fresh
}

type Money = Pick<Insertable<Receipt>, 'id' | 'branch_id' | 'created'>

function numberBy<Row extends Money>(
  rows: readonly Row[],
  before: (branchId: string) => number,
  give: (row: Row, number: string) => void,
): void {
  const at = ({ created }: Money) => new Date(created as Date).getTime()
  const counts = new Map<string, number>()
  for (const row of rows.toSorted((a, b) => at(a) - at(b) || a.id.localeCompare(b.id))) {
    const number = (counts.get(row.branch_id) ?? before(row.branch_id)) + 1
    counts.set(row.branch_id, number)
    give(row, String(number).padStart(6, '0'))
  }
}

/** Inserts visits with their machines, services, receipts and refunds. */
export async function insertVisitRows(tx: Tx, visits: readonly DemoVisit[]): Promise<void> {
  await insertRows(
    tx,
    'visit',
    visits.map(({ visit }) => visit),
  )
  await insertRows(
    tx,
    'visit_machine',
    visits.flatMap(({ machines }) => machines),
  )
  await insertRows(
    tx,
    'visit_service',
    visits.flatMap(({ services }) => services),
  )
  await insertRows(
    tx,
    'receipt',
    visits.flatMap(({ receipts }) => receipts),
  )
  await insertRows(
    tx,
    'refund',
    visits.flatMap(({ refunds = [] }) => refunds),
  )
}
