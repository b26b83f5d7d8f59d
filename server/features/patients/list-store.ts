import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { hasManyPatients, known } from './of-branch.ts'
import { type StoredPatient, selectPatients, toPatientRow } from './patient-row.ts'
import { findPatientIds } from './search-store.ts'

/** The query of one page of patients. */
export interface PatientListInput {
  p: number
  ps: number
  k?: string | undefined
  dob?: string | undefined
  needs_merge?: '0' | '1' | undefined
}

/**
 * The number of the client's newest patients that are checked first; most of a desk's own patients are among them.
 */
const LATELY = 2_000

/** The rows of a page and the number of matches: at most COUNT_CAP; for a text search, at most what it finds. */
export interface PatientPage {
  rows: PatientRow[]
  matching: number
}

/**
 * Selects one page of patients: the matches of a text in their order, otherwise the patients of the caller's
 * branches, last touched first. Checks the `lately` newest patients of the client one by one before it reads all
 * records of the branches.
 */
export async function selectPatientPage(
  tx: Tx,
  caller: Caller,
  input: PatientListInput,
  lately: number = LATELY,
): Promise<PatientPage> {
  const { clientId } = caller
  const start = (input.p - 1) * input.ps
  const k = input.k?.trim() ?? ''
  if (k !== '') {
    const search = {
      k,
      dob: input.dob,
      needsMerge: input.needs_merge === '1',
      isKnown: caller.isClientAdmin ? undefined : known(caller),
    }
    const ids = await findPatientIds(tx, clientId, search)
    const rows = await selectPatients(tx, clientId, ids.slice(start, start + input.ps))
    return { rows: rows.map(toPatientRow), matching: ids.length }
  }
  const rows = await selectNewest(tx, caller, input, lately)
  const isLast = rows.length < input.ps && (rows.length > 0 || start === 0)
  const count = isLast ? start + rows.length : await countPatients(tx, caller, input)
  return { rows: rows.map(toPatientRow), matching: count }
}

/** Selects a page ordered by when the patients were last touched. */
async function selectNewest(
  tx: Tx,
  caller: Caller,
  input: PatientListInput,
  lookedAt: number,
): Promise<StoredPatient[]> {
  const isNarrow = input.dob !== undefined || input.needs_merge !== undefined
  const page = (query: ReturnType<typeof matching>) =>
    query
      .selectAll('p')
      .orderBy('p.touched', 'desc')
      .orderBy('p.id', 'desc')
      .limit(input.ps)
      .offset((input.p - 1) * input.ps)
      .execute()
  if (isNarrow || caller.isClientAdmin) return page(matching(tx, caller, input, 'each'))
  const oldest = await tx
    .selectFrom('patient as p')
    .select('p.touched')
    .where('p.client_id', '=', caller.clientId)
    .where('p.hidden', 'is', null)
    .orderBy('p.touched', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .offset(lookedAt)
    .executeTakeFirst()
  const lately = matching(tx, caller, input, 'each')
  if (!oldest) return page(lately)
  const rows = await page(lately.where('p.touched', '>', oldest.touched))
  return rows.length === input.ps ? rows : page(matching(tx, caller, input, 'all'))
}

function matching(tx: Tx, caller: Caller, { dob, needs_merge }: PatientListInput, how: 'each' | 'all') {
  let query = tx
    .selectFrom('patient as p')
    .where('p.client_id', '=', caller.clientId)
    .where('p.hidden', 'is', null)
    .where(known(caller, how))
  if (dob) query = query.where('p.dob', '=', dob)
  if (needs_merge !== undefined) query = query.where('p.needs_merge', '=', needs_merge === '1')
  return query
}

async function countPatients(tx: Tx, caller: Caller, input: PatientListInput): Promise<number> {
  const { dob, needs_merge } = input
  const isNarrow = dob !== undefined || needs_merge !== undefined
  if (!isNarrow && !caller.isClientAdmin && (await hasManyPatients(tx, caller.branchIds, COUNT_CAP)))
    return COUNT_CAP
  const some = matching(tx, caller, input, isNarrow ? 'each' : 'all')
    .select('p.id')
    .limit(COUNT_CAP)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
