import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { AiStatus } from '#domain/status/ai-status.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { sha256 } from '#server/kernel/files/keep-file.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { exchanged } from '../interfaces/public/exchanged.ts'
import { notifyAiResult } from '../notifications/public/events.ts'
import { answerExchange } from './ai-exchange.ts'
import type { AiAnswer } from './read-answer.ts'
import { type AiReportRow, lockAiRequest, showOnStudy, updateAiReport } from './store.ts'

/**
 * States in which an answer is accepted; Failed too, because the images may have arrived although the sending seemed
 * to fail.
 */
const WAITING: readonly AiStatus[] = ['Sending', 'In_Process', 'Failed']

interface Request {
  client_id: string
  ai_report_id: string
}

/**
 * Stores a company's answer about a study that was sent to it; the result is then Ready on every device. The same
 * answer sent again changes nothing. A different answer to the same request is refused, because a doctor may have
 * read the first.
 */
export async function takeAnswer(kernel: Kernel, companyId: string, answer: AiAnswer): Promise<void> {
  const request = await findRequest(kernel, companyId, answer.studyUid)
  if (!request) throw unknownStudy()
  await exchanged(
    kernel,
    () => answerExchange(kernel, request, answer),
    () => keepAnswer(kernel, request, answer),
  )
}

async function keepAnswer(kernel: Kernel, request: Request, answer: AiAnswer): Promise<void> {
  const fileId = await keepPdf(kernel, request, answer)
  await write(kernel, request.client_id, async (work) => {
    const found = await lockAiRequest(work, request.client_id, request.ai_report_id)
    if (!found) throw unknownStudy()
    const { report, study } = found
    if (!WAITING.includes(report.status as AiStatus)) return demandSame(work, report, answer)
    await updateAiReport(work.tx, report, {
      status: 'Ready',
      report_html: answer.html,
      file_id: fileId ?? null,
      critical: answer.critical,
      received_on: work.now,
      last_error: '',
    })
    await showOnStudy(work, study, report, 'Ready')
    await notifyAiResult(work, study, report.sent_by)
    const line = { clientId: request.client_id, userId: undefined, at: work.now }
    await writeAudit(work.tx, { ...line, action: 'received', type: 'ai_report', recordId: report.id })
  })
}

const unknownStudy = () => new Refusal('not_found', 'This study was not sent to you.')

async function findRequest(
  kernel: Kernel,
  companyId: string,
  studyUid: string,
): Promise<Request | undefined> {
  return kernel.database.entry(async (tx) => {
    const { rows } =
      await sql<Request>`select * from entry.find_ai_request(${companyId}, ${studyUid})`.execute(tx)
    return rows[0]
  })
}

// Runs before the row is updated, so that a result never names a missing file.
async function keepPdf(
  kernel: Kernel,
  { client_id, ai_report_id }: Request,
  { pdf }: AiAnswer,
): Promise<string | undefined> {
  if (!pdf) return undefined
  const report = await kernel.database.tenant(client_id, (tx) =>
    tx
      .selectFrom('ai_report')
      .select(['study_id', 'status'])
      .where('client_id', '=', client_id)
      .where('id', '=', ai_report_id)
      .executeTakeFirst(),
  )
  if (!report || !WAITING.includes(report.status as AiStatus)) return undefined
  const id = uuidv7()
  const place = { clientId: client_id, id, purpose: 'document' as const, ownerId: report.study_id }
  await kernel.keepFile({ ...place, name: 'ai-result.pdf', mime: 'application/pdf', bytes: pdf })
  return id
}

async function demandSame({ tx }: Write, report: AiReportRow, answer: AiAnswer): Promise<void> {
  const isSamePdf = answer.pdf ? await isKept(tx, report, answer.pdf) : report.file_id === null
  const isSame = isSamePdf && report.report_html === answer.html && report.critical === answer.critical
  if (!isSame) throw new Refusal('refused', 'A different result for this study was already received.')
}

async function isKept(tx: Write['tx'], report: AiReportRow, pdf: Buffer): Promise<boolean> {
  if (report.file_id === null) return false
  const kept = await tx
    .selectFrom('file')
    .select('sha256')
    .where('client_id', '=', report.client_id)
    .where('id', '=', report.file_id)
    .executeTakeFirst()
  return kept?.sha256.equals(sha256(pdf)) ?? false
}
