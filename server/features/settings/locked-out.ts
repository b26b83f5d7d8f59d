import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'

/** Who needs a code, and on which channel it is sent. */
interface CodeRule {
  otp_rule: string
  otp_channel?: string | undefined
}

/** The most names that are listed; the others are only counted. */
const NAMED = 10

/**
 * Requests a confirmation before a new rule of one-time codes locks people out: names those who cannot receive a
 * code, by e-mail or by SMS number.
 */
export async function askBeforeLockOut(
  input: CodeRule & { is_confirmed?: 0 | 1 | undefined },
  stored: CodeRule,
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<void> {
  const channel = input.otp_channel ?? stored.otp_channel
  const isNew = input.otp_rule !== stored.otp_rule || channel !== stored.otp_channel
  if (input.otp_rule === 'Off' || !isNew || input.is_confirmed === 1) return
  const { rows } = await sql<{ name: string; is_client_admin: boolean }>`
    select name, is_client_admin from app_user
    where client_id = ${caller.clientId} and user_type = 'CLIENT' and active and hidden is null and username <> ''
      and email = '' and (${channel} <> 'S' or mobile = '')
    order by is_client_admin desc, lower(name), id limit 500`.execute(tx)
  if (rows.length === 0) return
  const names = rows.slice(0, NAMED).map(({ name }) => name)
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : ''
  const [lack, have] = channel === 'S' ? ['neither mobile nor e-mail', 'one of them'] : ['no e-mail', 'one']
  throw new Refusal(
    'confirm',
    `No code reaches ${names.join(', ')}${more}: they have ${lack}, and could not sign in until they have ${have}. Save anyway?`,
  )
}
