import { sql } from 'kysely'
import type { UnallocatedReceipt } from '#contract/calls/payments.ts'
import { RECEIVED } from '#domain/status/payment-status.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { visibleVisits } from '../visits/public/store.ts'
import { selectReceipts } from './public/store.ts'

/** Selects unsettled money over the balance at a branch, oldest first; only one person's if `userId` is given. */
export async function selectUnallocated(
  tx: Tx,
  caller: Caller,
  branchId: string,
  userId: string | undefined,
): Promise<UnallocatedReceipt[]> {
  let query = tx
    .selectFrom('receipt as r')
    .innerJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'r.client_id').onRef('v.id', '=', 'r.visit_id'),
    )
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .select(['r.id', 'v.visit_no', 'v.patient_id', 'p.pat_id', 'p.fname', 'p.lname'])
    .where('r.client_id', '=', caller.clientId)
    .where('r.branch_id', '=', branchId)
    .where('r.is_unallocated', '=', true)
    .where('r.status', '=', RECEIVED)
    .where(visibleVisits(caller))
  if (userId) query = query.where('r.created_by', '=', userId)
  const places = await query.orderBy('r.taken_on').orderBy('r.id').execute()
  const ids = places.map(({ id }) => id)
  const receipts = new Map((await selectReceipts(tx, caller, ids)).map((one) => [one.id, one]))
  const owing = await selectOwing(tx, caller, [...new Set(places.map(({ patient_id }) => patient_id))])
  return places.flatMap(({ id, fname, lname, ...place }) => {
    const receipt = receipts.get(id)
    const others = (owing.get(place.patient_id) ?? []).filter((visit) => visit.id !== receipt?.appt_id)
    return receipt ? [{ ...receipt, ...place, name: `${fname} ${lname}`.trim(), owing: others }] : []
  })
}

type Owing = UnallocatedReceipt['owing'][number]

/** Selects the visits of these patients with an open balance on the patient's side, by patient. */
async function selectOwing(
  tx: Tx,
  caller: Caller,
  patientIds: readonly string[],
): Promise<Map<string, Owing[]>> {
  const byPatient = new Map<string, Owing[]>()
  if (patientIds.length === 0) return byPatient
  const receivable = sql<string>`least(
    round(v.net_charges * v.patient_share / 100,
      (select c.no_of_decimal from client c where c.id = ${caller.clientId})) - v.received + v.refunded + v.settled,
    v.net_charges - v.received + v.refunded)`
  const rows = await tx
    .selectFrom('visit as v')
    .select(['v.id', 'v.visit_no', 'v.start_dt', 'v.patient_id', receivable.as('receivable')])
    .where('v.client_id', '=', caller.clientId)
    .where('v.patient_id', '=', sql<string>`any(${[...patientIds]}::uuid[])`)
    .where('v.status', '<>', CANCELLED_STATUS)
    .where(receivable, '>', '0')
    .where(visibleVisits(caller))
    .orderBy('v.start_dt', 'desc')
    .execute()
  for (const { patient_id, start_dt, ...visit } of rows) {
    const known = byPatient.get(patient_id) ?? []
    byPatient.set(patient_id, known)
    known.push({ ...visit, start_dt: start_dt.toISOString(), receivable: Number(visit.receivable) })
  }
  return byPatient
}
