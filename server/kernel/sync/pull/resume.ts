import { Refusal } from '#contract/kernel/error-codes.ts'
import { KNOWLEDGE } from '#domain/access/knowledge.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import { type Cursor, type CursorOwner, markOf, readCursor } from './cursor.ts'

/** The end of a client's feed, and the position below which it was deleted. */
export interface FeedHead {
  pos: number
  floor: number
}

/** The state from which a pull continues, and the scopes that the device must drop. */
export interface Resumed {
  cursor: Cursor
  lost: string[]
  /** True if the device begins to hold other scopes than before. */
  isNewHolding: boolean
}

/**
 * Continues from the device's cursor. A gained scope is filled from its beginning, and the masters with it: which of
 * them a person may choose depends on the same rights. If a scope is lost, the remaining ones are filled again, because
 * a record in two scopes was sent under one name only and may have gone with the lost one. If the person may see more
 * or fewer fields than before, every copy is dropped and sent again. Throws `resync` for a cursor of another history,
 * or one older than the feed reaches back.
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
