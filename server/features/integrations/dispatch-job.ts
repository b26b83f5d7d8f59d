import { whyWithoutPdf } from '#domain/message/hl7-pdf.ts'
import { askPartner } from '#server/integrations/ask-partner.ts'
import { sendByHl7 } from '#server/integrations/hl7/send-hl7.ts'
import { NotTakenError, type OutgoingReport } from '#server/integrations/outgoing-report.ts'
import { buildReportXml } from '#server/integrations/report-xml/build-report-xml.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { defineJob, type Job, type JobContext } from '#server/kernel/jobs/job.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { type BegunExchange, exchanged } from '../interfaces/public/exchanged.ts'
import { hostOf } from '../interfaces/public/host-of.ts'
import { notifyNotDispatched, settleNotDispatched } from '../notifications/public/events.ts'
import { dispatchJob } from '../report-dispatch/dispatch-job-name.ts'
import {
  type Dispatch,
  lockDispatch,
  type Partners,
  selectPartners,
  settleDispatch,
  whyHeldBack,
} from '../report-dispatch/dispatch-store.ts'
import { openForPartner } from '../report-dispatch/open-for-partner.ts'
import { printReport } from '../report-pdf/public/print-report.ts'
import { type ReportPaper, readReportPaper } from '../report-pdf/public/read-report-paper.ts'
import { setDispatchFailed } from '../studies/public/set-dispatch-failed.ts'
import { readOutgoing } from './outgoing.ts'

/** Maximum size of the answer to a report. */
const ANSWER_BYTES = 64 * 1024

/** Dependencies for sending reports: outgoing connections, and the store of the pictures on a paper. */
type DispatchDeps = OutsideDeps & Pick<Kernel, 'files' | 'config'>

/**
 * Sends reports by HL7 and XML; a repeated run sends the same control id, by which a receiver recognises the repeat.
 */
export const createDispatchJob = (deps: DispatchDeps): Job =>
  defineJob({
    ...dispatchJob,
    run: async ({ clientId, ids }, work) => {
      for (const id of ids) await sendOne(deps, clientId, id, work)
    },
  })

async function sendOne(deps: DispatchDeps, clientId: string, id: string, work: JobContext): Promise<void> {
  const { value: task } = await work.write(({ tx }) =>
    readTask(tx, clientId, id, { now: work.now, origin: deps.config.publicUrl }),
  )
  if (!task) return
  const { pdf, note } = await printPdf(deps, task)
  try {
    const { heldBack } = task
    const ack =
      heldBack === undefined
        ? await exchanged(
            deps,
            () => dispatchExchange(task),
            () => send(deps, task, pdf),
          )
        : ''
    const state = heldBack === undefined ? 'Sent' : 'Failed'
    await settle(
      task.dispatch,
      { state, ack, last_error: heldBack ?? '', note, sent: state === 'Sent' ? work.now : null },
      work,
    )
  } catch (error) {
    if (!(error instanceof NotTakenError)) throw error
    await settle(
      task.dispatch,
      { state: 'Failed', ack: error.ack, last_error: error.message, note: '', sent: null },
      work,
    )
    // The queue retries with growing delays.
    throw error
  }
}

/** Describes an outgoing report for the log of exchanges; the content itself is in the report. */
function dispatchExchange({ dispatch, partners, report }: DispatchTask): BegunExchange {
  return {
    clientId: dispatch.client_id,
    kind: dispatch.kind === 'HL7' ? 'hl7_out' : 'xml_out',
    peer: hostOf(dispatch.kind === 'HL7' ? partners.hl7.url : partners.xml.url),
    marks: {
      patIds: [report.patient.id],
      accessionNos: [report.study.accessionNo],
      controlId: report.controlId,
    },
    subject: { type: 'report_dispatch', id: dispatch.id },
  }
}

interface DispatchTask {
  dispatch: Dispatch
  partners: Partners
  report: OutgoingReport
  /** The reason why it is no longer sent. */
  heldBack: string | undefined
  /** The content of its PDF; undefined if none is attached. */
  paper: ReportPaper | undefined
}

/** Returns the PDF to attach, or the reason why it is missing. */
async function printPdf(
  deps: DispatchDeps,
  { paper, heldBack }: DispatchTask,
): Promise<{ pdf: Uint8Array | undefined; note: string }> {
  if (!paper || heldBack !== undefined) return { pdf: undefined, note: '' }
  const pdf = paper.isHeld ? undefined : await printReport(deps, paper)
  const note = whyWithoutPdf({ isHeld: paper.isHeld, bytes: pdf?.length })
  return { pdf: note === '' ? pdf : undefined, note }
}

async function readTask(
  tx: Parameters<typeof lockDispatch>[0],
  clientId: string,
  id: string,
  { now, origin }: { now: Date; origin: string | undefined },
): Promise<DispatchTask | undefined> {
  const dispatch = await lockDispatch(tx, clientId, id)
  if (!dispatch || dispatch.state === 'Sent') return undefined
  const study = await tx
    .selectFrom('study')
    .select('branch_id')
    .where('client_id', '=', clientId)
    .where('id', '=', dispatch.study_id)
    .executeTakeFirstOrThrow()
  const partners = await selectPartners(tx, clientId, study.branch_id)
  const report = await readOutgoing(tx, dispatch, partners, now)
  const paper =
    dispatch.kind === 'HL7' && partners.hl7.withPdf
      ? await readReportPaper(tx, {
          clientId,
          studyId: dispatch.study_id,
          reportId: dispatch.report_id,
          now,
          createdAt: dispatch.created,
          origin,
        })
      : undefined
  return { dispatch, partners, report, paper, heldBack: await whyHeldBack(tx, dispatch) }
}

async function send(
  { secrets, wayOut }: OutsideDeps,
  { dispatch, partners: { hl7, xml }, report }: DispatchTask,
  pdf: Uint8Array | undefined,
): Promise<string> {
  const out = wayOut(dispatch.client_id)
  if (dispatch.kind === 'HL7')
    return sendByHl7(
      { ...hl7, password: await openForPartner(secrets, hl7.password), out },
      { ...report, pdf },
      hl7.style,
    )
  if (xml.url === '') throw new NotTakenError('No address for XML is set any more.')
  const token = await openForPartner(secrets, xml.token)
  await askPartner({
    out,
    url: xml.url,
    method: 'POST',
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: buildReportXml(report),
    maxBytes: ANSWER_BYTES,
  })
  return 'AA'
}

/** Stores the outcome, and sets on the study whether a current dispatch has failed. */
async function settle(
  dispatch: Dispatch,
  outcome: Parameters<typeof settleDispatch>[2],
  { write }: JobContext,
): Promise<void> {
  await write(async (work) => {
    const { tx } = work
    const study = await tx
      .selectFrom('study')
      .select([
        'client_id',
        'id',
        'rev',
        'is_hl7_report_send_err',
        'branch_id',
        'assigned_doctor_id',
        'signed_by_doctor_id',
      ])
      .where('client_id', '=', dispatch.client_id)
      .where('id', '=', dispatch.study_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await settleDispatch(tx, dispatch, outcome)
    const failed = await hasFailed(tx, dispatch)
    if (study.is_hl7_report_send_err === failed) return
    await setDispatchFailed(work, study, failed)
    await (failed ? notifyNotDispatched(work, study) : settleNotDispatched(work, study))
  })
}

// A failure that a later state of the report superseded no longer counts.
async function hasFailed(tx: Parameters<typeof lockDispatch>[0], dispatch: Dispatch): Promise<boolean> {
  const failed = await tx
    .selectFrom('report_dispatch as d')
    .select('d.id')
    .where('d.client_id', '=', dispatch.client_id)
    .where('d.study_id', '=', dispatch.study_id)
    .where('d.state', '=', 'Failed')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('report_dispatch as later')
            .select('later.id')
            .whereRef('later.client_id', '=', 'd.client_id')
            .whereRef('later.report_id', '=', 'd.report_id')
            .whereRef('later.kind', '=', 'd.kind')
            .whereRef('later.report_rev', '>', 'd.report_rev'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}
