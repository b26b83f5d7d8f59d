import { type OrderByItemBuilder, type Selectable, sql } from 'kysely'
import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { STUDY_COLUMNS, type StudyRecord } from '../columns.ts'
import { isOfPart, type ListPart, openOrder } from '../list-order.ts'
import { readerOrder, selectReadingOrderContext } from '../reading-order.ts'
import { type FilterContext, filterConditions, modalityAskedFor, searchesText } from './list-filter.ts'
import { selectValuesOfModality } from './modalities.ts'
import { listableStudies } from './rights.ts'
import { withNames } from './store.ts'

/** The query of a list: all of its input except the page. */
export type StudyListQuery = Omit<StudyListInput, 'p' | 'ps'>

/** A list query with its caller and what the filter needs. */
interface Search extends FilterContext {
  caller: Caller
  input: StudyListQuery
}

/** A range of list rows, starting at `before`. */
interface Span {
  before: number
  limit: number
}

/**
 * Selects one page of the study list in the requested order, and the number of matching studies (at most COUNT_CAP).
 */
export async function selectStudyPage(
  tx: Tx,
  caller: Caller,
  input: StudyListInput,
  now: Date,
): Promise<{ rows: StudyRow[]; matching: number }> {
  const search = await toSearch(tx, caller, input, now)
  const span = { before: (input.p - 1) * input.ps, limit: input.ps }
  const page = await selectSpan(tx, search, span)
  // An incomplete page is the last one, so the count follows from it.
  const isLast = page.length < input.ps && (page.length > 0 || span.before === 0)
  const matching = isLast ? Math.min(span.before + page.length, COUNT_CAP) : await countIn(tx, search)
  return { rows: await withNames(tx, page, now), matching }
}

/** Counts the matching studies, at most COUNT_CAP. */
export async function countStudies(
  tx: Tx,
  caller: Caller,
  input: StudyListQuery,
  now: Date,
): Promise<number> {
  return countIn(tx, await toSearch(tx, caller, input, now))
}

/** Returns the studies of a list as a query over `s`, for sums and other aggregates. */
export async function selectMatching(tx: Tx, caller: Caller, input: StudyListQuery, now: Date) {
  return matchingStudies(tx, await toSearch(tx, caller, input, now))
}

async function toSearch(tx: Tx, caller: Caller, input: StudyListQuery, now: Date): Promise<Search> {
  const modality = modalityAskedFor(input)
  const modalityValues = modality ? await selectValuesOfModality(tx, caller.clientId, modality) : undefined
  return { caller, input, modalityValues, timeZone: caller.timeZone, now }
}

async function selectSpan(tx: Tx, search: Search, span: Span): Promise<StudyRecord[]> {
  const { sort = 'received' } = search.input
  if (sort === 'received') return newestOf(matchingStudies(tx, search), span)
  const order = sort === 'reading' ? await forReader(tx, search) : openOrder(sort)
  // In reading order, of two equal studies the older one comes first.
  const among = sort === 'reading' ? 'asc' : 'desc'
  const sorted = order.reduce((query, by) => query.orderBy(by, nullsLast), partOf(tx, search, 'open'))
  const open = await sorted
    .select(STUDY_COLUMNS)
    .orderBy('s.received_datetime', among)
    .orderBy('s.id', among)
    .limit(span.limit)
    .offset(span.before)
    .execute()
  const limit = span.limit - open.length
  if (limit === 0) return open
  const openCount = open.length > 0 ? span.before + open.length : await countOpen(tx, search)
  const signed = partOf(tx, search, 'signed')
  return [...open, ...(await newestOf(signed, { before: Math.max(0, span.before - openCount), limit }))]
}

const nullsLast = (order: OrderByItemBuilder) => order.asc().nullsLast()

const forReader = async (tx: Tx, { caller, now }: Search) =>
  readerOrder(caller, await selectReadingOrderContext(tx, caller, now))

function newestOf(studies: ReturnType<typeof matchingStudies>, { before, limit }: Span) {
  return studies
    .select(STUDY_COLUMNS)
    .orderBy('s.received_datetime', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(before)
    .execute()
}

// Counts without a cap, because the signed studies begin exactly after the open ones.
async function countOpen(tx: Tx, search: Search): Promise<number> {
  const { n } = await partOf(tx, search, 'open')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

async function countIn(tx: Tx, search: Search): Promise<number> {
  const some = matchingStudies(tx, search).select(sql`1`.as('one')).limit(COUNT_CAP)
  const counted = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return counted.n
}

const partOf = (tx: Tx, search: Search, part: ListPart) => matchingStudies(tx, search).where(isOfPart(part))

function matchingStudies(tx: Tx, { caller, input, ...context }: Search) {
  const relation = sql.table(searchesText(input) ? 'study_search' : 'study')
  return tx
    .selectFrom(sql<Selectable<Study>>`${relation}`.as<'s'>('s'))
    .where('s.client_id', '=', caller.clientId)
    .where(listableStudies(caller, input.flag))
    .where((eb) => eb.and(filterConditions(eb, input, context)))
}
