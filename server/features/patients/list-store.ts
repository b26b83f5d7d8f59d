import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectPatients, toPatientRow } from './patient-row.ts'
import { findPatientIds } from './search-store.ts'

/** A page of patients as it is asked for. */
export interface PatientListInput {
  p: number
  ps: number
  k?: string | undefined
  dob?: string | undefined
  needs_merge?: '0' | '1' | undefined
}

/** Rows of a page, and how many match: at most COUNT_CAP, of a text search at most what it finds. */
export interface PatientPage {
  rows: PatientRow[]
  matching: number
}

/** One page of patients: what a text finds in its order, else those whom somebody had to do with last. */
export async function selectPatientPage(
  tx: Tx,
  { clientId }: Caller,
  input: PatientListInput,
): Promise<PatientPage> {
  const start = (input.p - 1) * input.ps
  const k = input.k?.trim() ?? ''
  if (k !== '') {
    const search = { k, dob: input.dob, needsMerge: input.needs_merge === '1' }
    const ids = await findPatientIds(tx, clientId, search)
    const rows = await selectPatients(tx, clientId, ids.slice(start, start + input.ps))
    return { rows: rows.map(toPatientRow), matching: ids.length }
  }
  const rows = await matching(tx, clientId, input)
    .selectAll()
    .orderBy('touched', 'desc')
    .orderBy('id', 'desc')
    .limit(input.ps)
    .offset(start)
    .execute()
  const isLast = rows.length < input.ps && (rows.length > 0 || start === 0)
  const count = isLast ? start + rows.length : await countPatients(tx, clientId, input)
  return { rows: rows.map(toPatientRow), matching: count }
}

function matching(tx: Tx, clientId: string, { dob, needs_merge }: PatientListInput) {
  let query = tx.selectFrom('patient').where('client_id', '=', clientId).where('hidden', 'is', null)
  if (dob) query = query.where('dob', '=', dob)
  if (needs_merge !== undefined) query = query.where('needs_merge', '=', needs_merge === '1')
  return query
}

async function countPatients(tx: Tx, clientId: string, input: PatientListInput): Promise<number> {
  const some = matching(tx, clientId, input).select('id').limit(COUNT_CAP)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
