import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { Knowledge } from '#domain/access/knowledge.ts'
import type { Caller } from '#server/kernel/context.ts'

const Stored = z.object({
  e: z.string(),
  u: z.string(),
  p: z.int(),
  d: z.array(z.string()),
  w: z.array(z.string()),
  t: z.optional(z.string()),
  a: z.optional(z.string()),
  k: z.optional(z.string()),
})

/** A device's progress. `waiting[0]` is the scope being backfilled, at `type` after record `after`. */
export interface Cursor {
  pos: number
  done: string[]
  waiting: string[]
  type?: string | undefined
  after?: string | undefined
  /** What its person knew when it was written; absent in cursors from before knowledge was restricted. */
  knowledge?: string | undefined
}

/** A cursor is valid for one history of the database and one person. */
export interface CursorOwner {
  epoch: string
  caller: Pick<Caller, 'clientId' | 'userId'>
  /** What the person may know now. */
  knowledge: readonly Knowledge[]
}

/** Returns a cursor's representation of knowledge. */
export const markOf = (knowledge: readonly Knowledge[]): string => knowledge.join(' ')

const LARGEST = 256 * 1024

const ownerMark = ({ clientId, userId }: CursorOwner['caller']) =>
  createHash('sha256').update(`${clientId} ${userId}`).digest('base64url').slice(0, 12)

/** Returns the opaque text that the device sends back. It is not signed: rights are checked again at each pull. */
export function writeCursor(cursor: Cursor, { epoch, caller, knowledge }: CursorOwner): string {
  const { pos, done, waiting, type, after } = cursor
  const stored: z.output<typeof Stored> = {
    e: epoch,
    u: ownerMark(caller),
    p: pos,
    d: done,
    w: waiting,
    t: type,
    a: after,
    k: markOf(knowledge),
  }
  return deflateRawSync(JSON.stringify(stored)).toString('base64url')
}

/** Reads a cursor back; returns undefined if it is from another history or person, or not a cursor. */
export function readCursor(
  text: string,
  { epoch, caller }: Pick<CursorOwner, 'epoch' | 'caller'>,
): Cursor | undefined {
  const stored = Stored.safeParse(unpack(text))
  if (!stored.success || stored.data.e !== epoch || stored.data.u !== ownerMark(caller)) return undefined
  const { p: pos, d: done, w: waiting, t: type, a: after, k: knowledge } = stored.data
  return { pos, done, waiting, type, after, knowledge }
}

function unpack(text: string): unknown {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: LARGEST }).toString())
  } catch {
    return undefined
  }
}
