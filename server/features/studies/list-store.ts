import { type Selectable, sql } from 'kysely'
import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { STUDY_COLUMNS, type StudyRecord } from './columns.ts'
import { type FilterPlace, filterConditions, modalityAskedFor, searchesText } from './list-filter.ts'
import { selectValuesOfModality } from './modalities.ts'
import { listableStudies } from './rights.ts'
import { withNames } from './store.ts'

/** A list as somebody may see it: who asks, what for, and what the filter needs to know beside. */
interface Search extends FilterPlace {
  caller: Caller
  input: StudyListInput
}

/** One page of the study list, newest first, and how many studies match (at most COUNT_CAP). */
export async function selectStudyPage(
  tx: Tx,
  caller: Caller,
  input: StudyListInput,
  now: Date,
): Promise<{ rows: StudyRow[]; matching: number }> {
  const modality = modalityAskedFor(input)
  const modalityValues = modality ? await selectValuesOfModality(tx, caller.clientId, modality) : undefined
  const search = { caller, input, modalityValues, timeZone: caller.timeZone }
  const before = (input.p - 1) * input.ps
  const page = await selectPage(tx, search, before)
  // A page that is not full tells the count by itself.
  const isLast = page.length < input.ps && (page.length > 0 || before === 0)
  const matching = isLast ? Math.min(before + page.length, COUNT_CAP) : await countMatching(tx, search)
  return { rows: await withNames(tx, page, now), matching }
}

function selectPage(tx: Tx, search: Search, before: number): Promise<StudyRecord[]> {
  return matchingStudies(tx, search)
    .select(STUDY_COLUMNS)
    .orderBy('s.received_datetime', 'desc')
    .orderBy('s.id', 'desc')
    .limit(search.input.ps)
    .offset(before)
    .execute()
}

async function countMatching(tx: Tx, search: Search): Promise<number> {
  const some = matchingStudies(tx, search).select(sql`1`.as('one')).limit(COUNT_CAP)
  const counted = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return counted.n
}

function matchingStudies(tx: Tx, { caller, input, ...place }: Search) {
  const relation = sql.table(searchesText(input) ? 'study_search' : 'study')
  return tx
    .selectFrom(sql<Selectable<Study>>`${relation}`.as<'s'>('s'))
    .where('s.client_id', '=', caller.clientId)
    .where(listableStudies(caller, input.flag))
    .where((eb) => eb.and(filterConditions(eb, input, place)))
}
