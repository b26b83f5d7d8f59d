import { fullNumber, phoneCodeOf } from '#domain/message/recipient.ts'
import { codeInMessage, REPORT_ANSWERS } from '#domain/message/report-code.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { reportHeldBack, waitsForPayment } from '#domain/sharing/results.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Inbound } from '#server/integrations/whatsapp/webhook.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { languageOfVisit } from '../language/patient-language.ts'
import { handOverText, type TextDeps } from '../messages/public/hand-over-text.ts'
import { noticeReportAsked } from '../notices/report-link-notices.ts'
import { noteWroteFirst } from '../patients/public/note-wrote-first.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import { admitQuestion } from './admit-question.ts'
import { findAskedVisit } from './code-store.ts'

const KEPT_MS = 30 * 86_400_000

/**
 * Handles a patient's message. "REPORT <code>" sends the links to the reports of the code's visit, now or once they
 * are released. Ignores repeats by WhatsApp, messages without a request, and numbers that send too many.
 */
export async function takeMessage(
  deps: TextDeps,
  work: Write,
  clientId: string,
  message: Inbound,
): Promise<void> {
  const { tx, now } = work
  const { numInsertedOrUpdatedRows: isNew } = await tx
    .insertInto('whatsapp_inbound')
    .values({ client_id: clientId, id: message.id, received: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // WhatsApp repeats a webhook for at most seven days.
  await tx
    .deleteFrom('whatsapp_inbound')
    .where('client_id', '=', clientId)
    .where('received', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  const code = codeInMessage(message.text)
  if (!isNew || code === undefined) return
  // Accepts the message, because WhatsApp would otherwise repeat it.
  if (!(await admitQuestion(tx, { clientId, from: message.from, now }))) return
  const visitId = await findAskedVisit(tx, { clientId, code, now })
  if (visitId === undefined) {
    await handOverText(deps, work, {
      clientId,
      to: message.from,
      text: REPORT_ANSWERS.unknown,
      patientId: null,
    })
    return
  }
  // WhatsApp's clock may be ahead of ours; a request in the future would never expire.
  const asked = message.at < now ? message.at : now
  await tx
    .updateTable('report_code')
    .set({ asked_on: asked, asked_from: message.from })
    .where('client_id', '=', clientId)
    .where('visit_id', '=', visitId)
    // A message that WhatsApp delivers late does not replace a newer one.
    .where((eb) => eb.or([eb('asked_on', 'is', null), eb('asked_on', '<', asked)]))
    .execute()
  work.audited({
    clientId,
    userId: undefined,
    action: 'ask_report',
    type: 'visit',
    recordId: visitId,
    detail: { channel: 'W' },
    at: now,
  })
  const patientId = await notePatientWrote(work, { clientId, visitId, from: message.from })
  await noticeReportAsked({ tx, now, clientId, userId: undefined, addJob: work.addJob }, visitId)
  if (await hasReleased(work, clientId, visitId)) return
  const { reportLater: text } = textsIn(await languageOfVisit(tx, clientId, visitId))
  await handOverText(deps, work, { clientId, to: message.from, text, patientId })
}

// Records the patient's choice only if the message comes from the patient's own number, because a relative may hold
// the paper. An earlier choice, above all a no, stays.
async function notePatientWrote(
  work: Write,
  { clientId, visitId, from }: { clientId: string; visitId: string; from: string },
): Promise<string> {
  const { tx } = work
  const patient = await tx
    .selectFrom('visit as v')
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .innerJoin('client as c', 'c.id', 'v.client_id')
    .select(['p.id', 'p.mobile', 'p.phone_code', 'p.tell_whatsapp', 'c.phone_code as client_code'])
    .where('v.client_id', '=', clientId)
    .where('v.id', '=', visitId)
    .executeTakeFirstOrThrow()
  const own = fullNumber(phoneCodeOf(patient.phone_code, patient.client_code), patient.mobile)
  if (patient.mobile === '' || own !== from || patient.tell_whatsapp !== '') return patient.id
  await noteWroteFirst(work, clientId, patient.id)
  return patient.id
}

async function hasReleased({ tx, now }: Write, clientId: string, visitId: string): Promise<boolean> {
  const studies = await tx
    .selectFrom('visit_service as s')
    .innerJoin('study as st', (on) =>
      on.onRef('st.client_id', '=', 's.client_id').onRef('st.visit_service_id', '=', 's.id'),
    )
    .select(['st.status', 'st.signed_reports', 'st.payment_status', 'st.active_until'])
    .where('s.client_id', '=', clientId)
    .where('s.visit_id', '=', visitId)
    .where('st.hidden', 'is', null)
    .execute()
  const clientWaits = await clientWaitsForPayment(tx, clientId)
  return studies.some(
    ({ status, signed_reports, payment_status, active_until }) =>
      reportHeldBack({
        status: status as ReportStatus,
        signed_reports,
        is_active_for_patient: active_until !== null && active_until > now ? 1 : 0,
        is_unpaid: waitsForPayment(clientWaits, payment_status),
      }) === undefined,
  )
}
