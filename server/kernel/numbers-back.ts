import { sql } from 'kysely'
import type { GivenNumber } from '#contract/calls/sync.ts'
import { beginSeries } from './begin-series.ts'
import type { Tx } from './context.ts'
import { type NumberBook, type Series, WHOLE_CLIENT } from './number-kinds.ts'

/**
 * Takes back at most `count` numbers of a series that a command had before a restore; undefined for a number that
 * another record has now. Either way they are removed from the book.
 */
export async function takeBack(
  tx: Tx,
  series: Series,
  { commandId, before }: Pick<NumberBook, 'commandId' | 'before'>,
  count: number,
): Promise<(string | undefined)[]> {
  const wanted: (string | undefined)[] = []
  while (wanted.length < count) {
    const place = before.findIndex((given) => isOf(series, given))
    if (place === -1) break
    const [{ no } = { no: '' }] = before.splice(place, 1)
    wanted.push((await isFree(tx, series, commandId, no)) ? no : undefined)
  }
  return wanted
}

const isOf = ({ kind, branchId, year }: Series, given: GivenNumber) =>
  given.kind === kind && (given.branch_id ?? WHOLE_CLIENT) === branchId && (given.year ?? '') === year

/**
 * Returns the position of a number in its series; undefined if it cannot belong to it. Numbers have at most
 * nine digits.
 */
export function placeIn(prefix: string, no: string): number | undefined {
  const digits = no.startsWith(prefix) ? no.slice(prefix.length) : ''
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : undefined
}

// Returns true if a restore skipped the number, or if the series has not reached it.
async function isFree(tx: Tx, series: Series, commandId: string, no: string): Promise<boolean> {
  const { clientId, kind, branchId, year } = series
  const { prefix, next } = await lockSeries(tx, series)
  const place = placeIn(prefix, no)
  if (place === undefined) return false
  if (place >= next) await raise(tx, series, place + 1)
  else if (!(await isLeftOut(tx, series, place))) return false
  const taken = await tx
    .insertInto('number_back')
    .values({ client_id: clientId, branch_id: branchId, kind, year, no: place, command_id: commandId })
    .onConflict((on) => on.columns(['client_id', 'branch_id', 'kind', 'year', 'no']).doNothing())
    .returning('no')
    .executeTakeFirst()
  return taken !== undefined
}

interface Locked {
  prefix: string
  next: number
}

async function lockSeries(tx: Tx, series: Series): Promise<Locked> {
  const there = await findLocked(tx, series)
  if (there) return there
  await beginSeries(tx, series)
  const begun = await findLocked(tx, series)
  if (!begun) throw new Error('a series that was just written is not there')
  return begun
}

const findLocked = (tx: Tx, { clientId, kind, branchId, year }: Series): Promise<Locked | undefined> =>
  tx
    .selectFrom('number_series')
    .select(['prefix', 'next'])
    .where('client_id', '=', clientId)
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirst()

async function isLeftOut(
  tx: Tx,
  { clientId, kind, branchId, year }: Series,
  place: number,
): Promise<boolean> {
  const gap = await tx
    .selectFrom('number_jump')
    .select('epoch')
    .where('client_id', '=', clientId)
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .where('from_no', '<=', place)
    .where('to_no', '>', place)
    .executeTakeFirst()
  return gap !== undefined
}

/**
 * Makes a series continue at `next`; the skipped numbers are recorded as a gap of the client's latest restore. Does
 * nothing if the series is already at `next` or beyond.
 */
async function raise(tx: Tx, { clientId, kind, branchId, year }: Series, next: number): Promise<void> {
  await sql`
    with series as (
      select next from number_series
      where client_id = ${clientId} and branch_id = ${branchId} and kind = ${kind} and year = ${year} and next < ${next}
      for update),
    moved as (
      update number_series s set next = ${next} from series
      where s.client_id = ${clientId} and s.branch_id = ${branchId} and s.kind = ${kind} and s.year = ${year})
    insert into number_jump (client_id, epoch, branch_id, kind, year, from_no, to_no, is_raised)
    select ${clientId}, r.epoch, ${branchId}, ${kind}, ${year}, series.next, ${next}, true
    from series, (select epoch from restore where client_id = ${clientId} order by at desc limit 1) r
    on conflict do nothing`.execute(tx)
}

/** Raises every series beyond the numbers that a device knows, so that none of them is given twice. */
export async function raiseBeyond(tx: Tx, clientId: string, numbers: readonly GivenNumber[]): Promise<void> {
  const bySeries = Map.groupBy(
    numbers,
    ({ kind, year = '', branch_id = WHOLE_CLIENT }) => `${branch_id} ${kind} ${year}`,
  )
  // In key order, so that two devices that return at once wait for each other instead of deadlocking.
  for (const [, given] of [...bySeries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [{ kind, year = '', branch_id: branchId = WHOLE_CLIENT } = { kind: 'visit' as const }] = given
    const series = { clientId, kind, branchId, year }
    const { prefix } = await lockSeries(tx, series)
    const highest = Math.max(0, ...given.map(({ no }) => placeIn(prefix, no) ?? 0))
    if (highest > 0) await raise(tx, series, highest + 1)
  }
}
