import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '../context.ts'

/** Throws if the caller is not an administrator of the client. */
export function demandClientAdmin({ isClientAdmin }: Pick<Caller, 'isClientAdmin'>): void {
  if (!isClientAdmin) throw new Refusal('not_permitted')
}

/** Throws if the caller is not a doctor: only doctors write in a report, no matter whose study it is. */
export function demandDoctor({ isDoctor }: Pick<Caller, 'isDoctor'>): void {
  if (!isDoctor) throw new Refusal('not_permitted')
}
