import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'

/** The reader whose statement may be read: the one asked for, or only the own one without the right; undefined is all. */
export function readerFor(caller: Caller, asked: string | undefined): string | undefined {
  if (caller.permissions.has('reader_payout')) return asked
  if (!caller.isDoctor) throw new Refusal('not_permitted')
  if (asked !== undefined && asked !== caller.userId) throw new Refusal('not_found')
  return caller.userId
}
