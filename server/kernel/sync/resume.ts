import { Refusal } from '#contract/kernel/error-codes.ts'
import { KNOWLEDGE } from '#domain/access/knowledge.ts'
import { CLIENT_SCOPE } from '../scopes.ts'
import { type Cursor, type CursorOwner, markOf, readCursor } from './cursor.ts'

/** Where a client's feed stands, and below which position it was dropped. */
export interface FeedHead {
  pos: number
  floor: number
}

/** The state that a pull goes on from, and the scopes that the device must let go of. */
export interface Resumed {
  cursor: Cursor
  lost: string[]
  /** True where the device begins to hold other scopes than before. */
  isNewHolding: boolean
}

/**
 * Goes on where the device's cursor stands. A gained scope is filled from its beginning, and the masters with it: which
 * of them a person may choose depends on the same rights. When a scope is lost, the
 * remaining ones are filled anew, because a record in two scopes was sent under one name only and may have gone with
 * the lost one. Where the person knows more or less of the fields than before, every copy is let go of and brought anew.
 * A cursor of another history, or older than the feed reaches back, is answered with `resync`.
 */
export function resume(
  text: string | undefined,
  owner: CursorOwner,
  granted: readonly string[],
  head: FeedHead,
): Resumed {
  const fromStart = (pos: number): Cursor => ({ pos, done: [], waiting: [...granted] })
  if (text === undefined) return { cursor: fromStart(head.pos), lost: [], isNewHolding: granted.length > 0 }
  const cursor = readCursor(text, owner)
  if (!cursor || cursor.pos < head.floor || cursor.pos > head.pos) throw new Refusal('resync')
  const known = [...cursor.done, ...cursor.waiting]
  const isToldAlike = (cursor.knowledge ?? markOf(KNOWLEDGE)) === markOf(owner.knowledge)
  const lost = isToldAlike ? known.filter((scope) => !granted.includes(scope)) : known
  if (lost.length > 0) return { cursor: fromStart(cursor.pos), lost, isNewHolding: true }
  const gained = granted.filter((scope) => !known.includes(scope))
  if (gained.length === 0) return { cursor, lost, isNewHolding: false }
  const again = cursor.done.filter((scope) => scope === CLIENT_SCOPE)
  const done = cursor.done.filter((scope) => scope !== CLIENT_SCOPE)
  const waiting = [...cursor.waiting, ...again, ...gained]
  return { cursor: { ...cursor, done, waiting }, lost, isNewHolding: true }
}
