import type { deviceCalls } from '#contract/calls/devices.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { demandVault } from '#server/kernel/auth/caller-device.ts'
import type { Context } from '#server/kernel/context.ts'
import { updateContact } from './store.ts'

type Contact = ParsedInputOf<typeof deviceCalls.contact>

/** Stores the status that a device reports about itself; administrators see it in the list. */
export async function saveContact({ oldest_unsent, ...said }: Contact, ctx: Context): Promise<void> {
  const oldest = oldest_unsent === null ? null : timeOf(oldest_unsent)
  await updateContact(ctx.tx, demandVault(ctx.caller), { ...said, oldest_unsent: oldest }, ctx.now)
}

// The schema checks only the format, which the 45th of a month passes too.
function timeOf(instant: string): Date {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime()))
    throw new Refusal('invalid', undefined, { fields: { oldest_unsent: 'must be a time with offset' } })
  return time
}
