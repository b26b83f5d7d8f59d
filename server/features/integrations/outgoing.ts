import { parseMarkup } from '#domain/report/markup.ts'
import { markupToText } from '#domain/report/markup-text.ts'
import { type OutgoingReport, SENDING_APPLICATION } from '#server/integrations/outgoing-report.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Dispatch, Partners } from '../report-dispatch/dispatch-store.ts'
import { namesOf, placedOrder, selectAsked, visitOf } from './asked-by.ts'

/** Returns the report of a dispatch as it is sent: the text of the verified revision, with its addenda. */
export async function readOutgoing(
  tx: Tx,
  dispatch: Dispatch,
  { facility, zone, hl7: { authority } }: Pick<Partners, 'facility' | 'zone' | 'hl7'>,
  now: Date,
): Promise<OutgoingReport> {
  const [{ study, report }, addenda, asked] = await Promise.all([
    selectReport(tx, dispatch),
    selectAddenda(tx, dispatch),
    selectAsked(tx, dispatch),
  ])
  return {
    controlId: dispatch.control_id,
    sentAt: now,
    resultStatus: dispatch.result_status as OutgoingReport['resultStatus'],
    sender: { application: SENDING_APPLICATION, facility },
    zone,
    order: placedOrder(asked),
    visit: visitOf(asked),
    patient: {
      id: study.pat_id,
      authority:
        asked?.pat_id === study.pat_id && asked.pat_id_authority ? asked.pat_id_authority : authority,
      name: study.pat_name,
      names: namesOf(asked),
      sex: study.pat_sex,
      birthdate: study.pat_birthdate,
    },
    study: {
      uid: study.study_iuid,
      accessionNo: study.accession_no,
      authority,
      description: study.study_desc,
      modality: study.modality,
      at: study.study_datetime,
      referrer: study.ref_physician,
    },
    report: {
      number: report.report_no,
      name: report.report_name,
      description: wordsOf(report.report_data),
      conclusion: wordsOf(report.conclusion),
      recommendation: wordsOf(report.recommendation),
      addenda: addenda.map(({ content, signed_on, signer }) => ({
        text: wordsOf(content),
        at: signed_on,
        by: signer ?? '',
      })),
    },
    signed: { by: report.signer ?? '', at: report.signed_on },
    verified: { by: report.verifier ?? '', at: report.verified_on },
  }
}

async function selectReport(tx: Tx, { client_id, study_id, report_id }: Dispatch) {
  const study = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('id', '=', study_id)
    .executeTakeFirstOrThrow()
  const report = await tx
    .selectFrom('report as r')
    .leftJoin('app_user as s', (on) =>
      on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.signed_by_doctor_id'),
    )
    .leftJoin('app_user as v', (on) =>
      on.onRef('v.client_id', '=', 'r.client_id').onRef('v.id', '=', 'r.verified_by_id'),
    )
    .selectAll('r')
    .select(['s.name as signer', 'v.name as verifier'])
    .where('r.client_id', '=', client_id)
    .where('r.id', '=', report_id)
    .executeTakeFirstOrThrow()
  return { study, report }
}

function selectAddenda(tx: Tx, { client_id, report_id }: Dispatch) {
  return tx
    .selectFrom('report_addendum as a')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'a.client_id').onRef('u.id', '=', 'a.signed_by_id'),
    )
    .select(['a.content', 'a.signed_on', 'u.name as signer'])
    .where('a.client_id', '=', client_id)
    .where('a.report_id', '=', report_id)
    .orderBy('a.signed_on')
    .execute()
}

function wordsOf(html: string): string {
  const parsed = parseMarkup(html)
  return parsed.ok ? markupToText(parsed.nodes) : html
}
