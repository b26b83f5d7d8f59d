import { Refusal } from '#contract/kernel/error-codes.ts'
import { mayChangeOf } from '#domain/masters/ownership.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { MasterExpressions } from '#server/masters/hooks.ts'

/** Matches everybody's records and the caller's own. */
export const ownOrEverybodys = (eb: MasterExpressions, { userId }: Caller) =>
  eb.or([eb('m.user_id', 'is', null), eb('m.user_id', '=', userId)])

/** Throws if the caller may see the record but not change it. */
export function demandOwn({ user_id }: { readonly [column: string]: unknown }, caller: Caller): void {
  if (!mayChangeOf(caller, (user_id ?? null) as string | null)) throw new Refusal('not_permitted')
}
