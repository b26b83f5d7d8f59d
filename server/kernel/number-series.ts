import { sql } from 'kysely'
import type { GivenNumber } from '#contract/calls/sync.ts'
import { beginSeries } from './begin-series.ts'
import type { Tx } from './context.ts'
import { type NumberBook, type NumberKind, type Series, WHOLE_CLIENT } from './number-kinds.ts'
import { takeBack } from './numbers-back.ts'

const books = new WeakMap<Tx, NumberBook>()

/** Records what `takeNumbers` gives in this transaction; a returning command takes its `before` numbers again. */
export function openNumberBook(tx: Tx, commandId: string, before: readonly GivenNumber[] = []): NumberBook {
  const book = { commandId, before: [...before], given: [] }
  books.set(tx, book)
  return book
}

/**
 * Takes the next `count` numbers of a series, consecutive and without a gap: they belong to this transaction and are
 * free again if it rolls back. Locks the series until then, so call it after the records are written
 * (docs/sync.md#on-the-server). `branchId` is absent for a client-wide series, `year` for one that continues across
 * years. Numbers have at least six digits. A command that returns after a restore gets its earlier numbers back, unless
 * another record has them.
 */
export async function takeNumbers(
  tx: Tx,
  clientId: string,
  kind: NumberKind,
  count = 1,
  branchId: string = WHOLE_CLIENT,
  year = '',
): Promise<string[]> {
  const book = books.get(tx)
  const series = { clientId, kind, branchId, year }
  const back = book ? await takeBack(tx, series, book, count) : []
  const fresh = await takeNext(tx, series, count - back.filter((no) => no !== undefined).length)
  const numbers = Array.from({ length: count }, (_, i) => back[i] ?? fresh.shift() ?? '')
  if (numbers.includes('')) throw new Error('a series gave no number')
  const of = { ...(branchId !== WHOLE_CLIENT && { branch_id: branchId }), ...(year !== '' && { year }) }
  book?.given.push(...numbers.map((no) => ({ kind, ...of, no })))
  return numbers
}

async function takeNext(tx: Tx, series: Series, count: number): Promise<string[]> {
  if (count === 0) return []
  const { prefix, next } = (await moveOn(tx, series, count)) ?? (await beginWith(tx, series, count))
  const first = next - count
  return Array.from({ length: count }, (_, i) => numberOf(prefix, first + i))
}

interface Moved {
  prefix: string
  next: number
}

async function moveOn(
  tx: Tx,
  { clientId, kind, branchId, year }: Series,
  count: number,
): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    update number_series set next = next + ${count}
    where client_id = ${clientId} and branch_id = ${branchId} and kind = ${kind} and year = ${year}
    returning prefix, next`.execute(tx)
  return rows[0]
}

async function beginWith(tx: Tx, series: Series, count: number): Promise<Moved> {
  await beginSeries(tx, series)
  const moved = await moveOn(tx, series, count)
  if (!moved) throw new Error('a series that was just written is not there')
  return moved
}

const numberOf = (prefix: string, no: number): string => `${prefix}${String(no).padStart(6, '0')}`

/** Takes the next number of a series: `takeNumbers` with a count of one. */
export async function takeNumber(
  tx: Tx,
  clientId: string,
  kind: NumberKind,
  branchId?: string,
  year?: string,
): Promise<string> {
  const [number] = await takeNumbers(tx, clientId, kind, 1, branchId, year)
  if (number === undefined) throw new Error('a series gave no number')
  return number
}
