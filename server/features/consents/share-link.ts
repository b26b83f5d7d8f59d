import type { consentCalls } from '#contract/calls/consents.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { CONSENT_PATH, consentParameters } from '#domain/consent/consent-link.ts'
import { SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { fullNumber, recipientProblems } from '#domain/message/recipient.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { demandModule } from '#server/kernel/auth/get-caller.ts'
import type { Context } from '#server/kernel/context.ts'
import { type KeptAnswer, keepMessage, type MessageDeps } from '../messages/public/keep-message.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { isInForce } from './link-store.ts'
import { getVisitFacts } from './visit-facts.ts'

type ShareInput = ParsedInputOf<typeof consentCalls.share>

/** Sends the link shown at the desk to the patient, in the patient's language, by e-mail or through the WhatsApp gateway. */
export async function shareLink(ctx: Context, input: ShareInput, deps: MessageDeps): Promise<KeptAnswer> {
  const { appt_id: visitId, share_via: channel, share_to, phonecode = '' } = input
  const fields = recipientProblems(channel, { share_to, phonecode })
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
  demandModule(SHARE_CHANNEL_TABLE[channel].module, ctx.caller)
  if (channel === 'W') demandModule('whatsapp_send', ctx.caller)
  const visit = await findVisibleVisit(ctx.tx, ctx.caller, visitId)
  if (!visit) throw new Refusal('not_found')
  await demandInForce(ctx, input)
  const { centre, language = 'en' } = await getVisitFacts(ctx.tx, visit.id)
  const { consent } = textsIn(language)
  return keepMessage(ctx, deps, {
    channel,
    purpose: 'Consent_Form',
    to: channel === 'E' ? share_to.trim() : fullNumber(phonecode, share_to),
    subject: consent.subject(centre.name),
    text: consent.text(centre.name, input.url),
    patientId: visit.patient_id,
  })
}

/** Throws unless the message contains the link of this form and visit, in force. */
async function demandInForce(ctx: Context, input: ShareInput): Promise<void> {
  const url = URL.canParse(input.url) ? new URL(input.url) : undefined
  const given = url && consentParameters(url)
  const secret = given?.get('appt_id')
  const isOfForm = url?.pathname === CONSENT_PATH && given?.get('id') === input.consent_form_id
  if (!secret || !isOfForm)
    throw new Refusal('invalid', undefined, { fields: { url: 'is not a link of this form' } })
  const link = { secret, visitId: input.appt_id, formId: input.consent_form_id }
  if (!(await isInForce(ctx, link))) throw new Refusal('link_over', 'This link has expired. Make a new one.')
}
