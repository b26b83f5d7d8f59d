import type { FastifyInstance } from 'fastify'
import { THIRD_PARTY_PATH, ThirdPartyInput } from '#contract/calls/integrations.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import { isPrintHeld } from '#domain/report/print-gate.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { askThirdParty } from '#server/integrations/third-party/ask-third-party.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { demandModule, getCaller } from '#server/kernel/auth/get-caller.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, flatInput, invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { exchanged } from '../interfaces/public/exchanged.ts'
import { hostOf } from '../interfaces/public/host-of.ts'
import { type Partners, selectPartners } from '../report-dispatch/dispatch-store.ts'
import { openForPartner } from '../report-dispatch/open-for-partner.ts'
import { canReadReport, canWriteReport } from '../reports/public/rights.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import { findVisibleStudy } from '../studies/public/store.ts'

/**
 * Mounts report/thirdPartyPdf: the server requests the report with `studyuid`, so that address, user and password
 * never reach a browser (docs/studies.md). The request runs outside any transaction.
 */
export function serveThirdParty(app: FastifyInstance): void {
  const { kernel } = app
  app.post(BASES.php.prefix + THIRD_PARTY_PATH, {
    config: { base: 'php', name: THIRD_PARTY_PATH },
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
      demandModule(STUDY_MODULES, request.caller)
    },
    handler: async (request, reply) => {
      const parsed = ThirdPartyInput.safeParse(flatInput(request))
      if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
      const caller = callerOf(request)
      const task = await findTask(kernel, caller, parsed.data.study_id)
      const pdf = await fetchReport(kernel, caller.clientId, task)
      return reply
        .headers({
          'content-type': 'application/pdf',
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(pdf)
    },
  })
}

interface Task {
  study: StudyRow
  party: Partners['thirdParty']
}

function findTask({ database, now }: Kernel, caller: Caller, studyId: string): Promise<Task> {
  return database.tenant(caller.clientId, async (tx) => {
    const study = await findVisibleStudy(tx, caller, studyId, now())
    if (!study) throw new Refusal('not_found')
    demandReportRight(caller, study)
    await demandNotHeld(tx, caller, study)
    const { thirdParty } = await selectPartners(tx, caller.clientId, study.branch_id)
    if (!URL.canParse(thirdParty.url)) {
      throw new Refusal('refused', 'No address for third-party reports is set.')
    }
    const { clientId, userId } = caller
    await writeAudit(tx, {
      clientId,
      userId,
      action: 'read',
      type: 'third_party_report',
      recordId: study.id,
      at: now(),
    })
    return { study, party: thirdParty }
  })
}

// For people with only the permission of the patient portal, the same rule applies as to the centre's own report
// (docs/studies.md#study-lists).
function demandReportRight(caller: Caller, study: StudyRow): void {
  if (caller.userType !== 'CLIENT') throw new Refusal('not_permitted')
  if (canReadReport(caller, study, study)) return
  const isActive = study.is_active_for_patient === 1
  throw new Refusal(
    'not_permitted',
    isActive ? 'The report is not signed yet.' : 'This study is not activated for the patient.',
  )
}

// Another system's PDF has no mark that it is held for payment (decision 162).
async function demandNotHeld(tx: Tx, caller: Caller, study: StudyRow): Promise<void> {
  if (canWriteReport(caller, study)) return
  const resultsWait = await clientWaitsForPayment(tx, caller.clientId)
  const { payment_status: paymentStatus } = study
  if (isPrintHeld({ paymentStatus, resultsWait, permissions: [...caller.permissions] }))
    throw new Refusal('unpaid', 'This report is handed out once the bill is paid.')
}

function fetchReport(kernel: Kernel, clientId: string, { study, party }: Task): Promise<Buffer> {
  const { secrets, wayOut } = kernel
  const describe = () => ({
    clientId,
    kind: 'report_fetch' as const,
    peer: hostOf(party.url),
    marks: { patIds: [study.pat_id], accessionNos: [study.accession_no] },
  })
  return exchanged(kernel, describe, async () => {
    const { url, user, password } = party
    const opened = await openForPartner(secrets, password)
    return askThirdParty({ out: wayOut(clientId), url, user, password: opened }, study.study_iuid)
  }).catch((error: unknown) => {
    if (error instanceof NotTakenError) throw new Refusal('refused', error.message)
    throw error
  })
}
