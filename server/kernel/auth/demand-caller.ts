import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '../context.ts'

/** Refuses who is no administrator of the client. */
export function demandClientAdmin({ isClientAdmin }: Pick<Caller, 'isClientAdmin'>): void {
  if (!isClientAdmin) throw new Refusal('not_permitted')
}

/** Refuses who reads no studies: nobody else writes in a report, whosever the study is. */
export function demandDoctor({ isDoctor }: Pick<Caller, 'isDoctor'>): void {
  if (!isDoctor) throw new Refusal('not_permitted')
}
