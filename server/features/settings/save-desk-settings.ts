import { sql } from 'kysely'
import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { type SettingsRow, updateSettings } from './settings-row.ts'

/** Saves the Front Desk tab. Throws if another client has the AE title or facility. */
export async function saveDeskSettings(
  input: ParsedInputOf<typeof settingsCalls.saveDeskSettings>,
  row: SettingsRow,
  ctx: Context,
): Promise<SettingsRow> {
  const { rev: _, ...given } = input
  const settings = { ...given, mwl_aet: given.mwl_aet.trim(), hl7_facility: given.hl7_facility.trim() }
  if (settings.hidden_payment_modes.length >= PAYMENT_MODES.length)
    throw invalid({ hidden_payment_modes: 'must leave at least one mode' })
  await demandFree(ctx, 'mwl_aet', settings.mwl_aet, row.mwl_aet)
  await demandFree(ctx, 'hl7_facility', settings.hl7_facility, row.hl7_facility)
  const saved = await updateSettings(ctx, row, settings)
  await ctx.audit('save_desk_settings', 'client_setting', undefined, settings)
  return saved
}

const OWNER_OF = { mwl_aet: 'find_worklist_client', hl7_facility: 'find_hl7_client' } as const

async function demandFree(
  { tx, caller }: Context,
  field: keyof typeof OWNER_OF,
  name: string,
  stored: string,
): Promise<void> {
  if (name === '' || name === stored) return
  const { rows } = await sql<{ client: string | null }>`
    select ${sql.raw(`entry.${OWNER_OF[field]}`)}(${name}) as client`.execute(tx)
  const owner = rows[0]?.client
  if (owner && owner !== caller.clientId) throw invalid({ [field]: 'is taken already' })
}
