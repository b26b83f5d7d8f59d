import type { SentConsentLink } from '#contract/calls/consents.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { findVisibleVisit } from '../visits/public/store.ts'

/**
 * Returns the status of the messages that sent a link of this visit to its patient. Messages refer to the patient,
 * not to the visit, so all those since the visit's first link are shown (docs/decisions/166).
 */
export async function sentLinks(ctx: Context, visitId: string): Promise<SentConsentLink[]> {
  const { tx, caller } = ctx
  const visit = await findVisibleVisit(tx, caller, visitId)
  if (!visit) throw new Refusal('not_found')
  const first = await tx
    .selectFrom('consent_link')
    .select('created')
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', visit.id)
    .orderBy('created')
    .limit(1)
    .executeTakeFirst()
  if (!first) return []
  const rows = await tx
    .selectFrom('message as m')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'm.client_id').onRef('u.id', '=', 'm.created_by'),
    )
    .select(['m.id', 'm.channel', 'm.sent_to', 'm.state', 'm.attempts', 'm.last_error', 'm.created'])
    .select('u.name as created_by')
    .where('m.client_id', '=', caller.clientId)
    .where('m.patient_id', '=', visit.patient_id)
    .where('m.purpose', '=', 'Consent_Form')
    .where('m.created', '>=', first.created)
    .orderBy('m.created', 'desc')
    .orderBy('m.id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map((row) => ({
    ...row,
    channel: row.channel as SentConsentLink['channel'],
    state: row.state as SentConsentLink['state'],
    created: row.created.toISOString(),
    created_by: row.created_by ?? '',
  }))
}

/** Far more links than are sent for one visit. */
const SHOWN_MAX = 50
