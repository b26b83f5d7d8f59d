import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Throws if the caller has no statement and may read no other reader's. */
export function demandStatement({ permissions, isDoctor }: Caller): void {
  if (!permissions.has('reader_payout') && !isDoctor) throw new Refusal('not_permitted')
}

/**
 * Returns the reader whose statement the caller may read: the requested one, or only the caller without the right;
 * undefined means all.
 */
export function readerFor(caller: Caller, asked: string | undefined): string | undefined {
  if (caller.permissions.has('reader_payout')) return asked
  demandStatement(caller)
  if (asked !== undefined && asked !== caller.userId) throw new Refusal('not_found')
  return caller.userId
}
