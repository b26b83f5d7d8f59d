import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Receipt, Visit, VisitMachine, VisitService } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from './centres.ts'
import { DEMO_PEOPLE } from './people.ts'
import { demoId } from './random.ts'

/** A visit of the demo with all that stands under it. */
export interface DemoVisit {
  visit: Insertable<Visit>
  machines: Insertable<VisitMachine>[]
  services: Insertable<VisitService>[]
  receipts: Insertable<Receipt>[]
}

/** Rows a statement: far below the 65,535 parameters that PostgreSQL takes. */
const CHUNK = 400

export const patientIdOf = (centre: DemoCentre, patId: string) => demoId('patient', `${centre.key} ${patId}`)

/** Who sits at the desk of a branch. */
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

/** The same visits, their receipts numbered without a gap at each branch, in the order in which the money came. */
export function numbered(visits: readonly DemoVisit[]): readonly DemoVisit[] {
  const receipts = visits.flatMap((visit) => visit.receipts)
  const at = ({ created }: Insertable<Receipt>) => new Date(created as Date).getTime()
  const counts = new Map<string, number>()
  for (const receipt of receipts.toSorted((a, b) => at(a) - at(b) || a.id.localeCompare(b.id))) {
    const number = (counts.get(receipt.branch_id) ?? 0) + 1
    counts.set(receipt.branch_id, number)
    receipt.receipt_no = `R${String(number).padStart(6, '0')}`
  }
  return visits
}

/** Writes visits with their machines, services and receipts. */
export async function insertVisitRows(tx: Tx, visits: readonly DemoVisit[]): Promise<void> {
  await insertChunks(
    visits.map(({ visit }) => visit),
    (rows) => tx.insertInto('visit').values(rows).execute(),
  )
  await insertChunks(
    visits.flatMap(({ machines }) => machines),
    (rows) => tx.insertInto('visit_machine').values(rows).execute(),
  )
  await insertChunks(
    visits.flatMap(({ services }) => services),
    (rows) => tx.insertInto('visit_service').values(rows).execute(),
  )
  await insertChunks(
    visits.flatMap(({ receipts }) => receipts),
    (rows) => tx.insertInto('receipt').values(rows).execute(),
  )
}

async function insertChunks<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) await insert(rows.slice(at, at + CHUNK))
}
