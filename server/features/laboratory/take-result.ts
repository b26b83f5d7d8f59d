import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type * as z from 'zod/mini'
import type { LabInbound } from '#contract/calls/laboratory.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import { sha256 } from '#server/kernel/files/keep-file.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { picturesInHtml } from '../documents-html/public/html-images.ts'
import type { HtmlPaperInput } from '../documents-html/public/paper-thread.ts'
import { runInThread } from '../documents-html/public/run-in-thread.ts'
import { pdfOfBase64 } from '../inbound/pdf-of-base64.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { changeVisit, findLockedVisit, type LockedVisit } from '../visits/public/write-store.ts'

type Result = z.output<typeof LabInbound>

/**
 * Stores a laboratory result as a PDF of the visit, in Lab Reports and among the visit's documents. The same document
 * sent again changes nothing; a corrected one is added, newest on top. A replayed result keeps its time of arrival
 * (`cameAt`), so it is listed below later ones.
 */
export async function takeResult(
  kernel: Kernel,
  clientId: string,
  result: Result,
  cameAt?: Date,
): Promise<void> {
  const bytes = result.format === 'PDF' ? pdfOfBase64(result.report) : await pdfOfHtml(result, kernel.now())
  // Hashes the input, because pages made from text contain the time of their creation.
  const mark = sha256(Buffer.from(result.report, 'utf8')).toString('hex')
  const visitId = await kernel.database.tenant(clientId, async (tx) => {
    const visit = await tx
      .selectFrom('visit')
      .select('id')
      .where('client_id', '=', clientId)
      .where('visit_no', '=', result.visit_no)
      .executeTakeFirst()
    return visit?.id
  })
  if (visitId === undefined) throw new Refusal('not_found', 'No visit has this number.')
  const fileId = uuidv7()
  const place = { clientId, id: fileId, purpose: 'visit_document', ownerId: visitId } as const
  await kernel.keepFile({ ...place, name: 'lab-report.pdf', mime: 'application/pdf', bytes })
  await write(kernel, clientId, (work) =>
    insertResult(work, { client_id: clientId, id: visitId }, { result, fileId, mark, cameAt }),
  )
}

async function pdfOfHtml({ report, name = 'Laboratory report' }: Result, now: Date): Promise<Buffer> {
  const { images, stored, count } = await picturesInHtml(report)
  const markup = cleanImportedHtml(report, stored)
  if (isEmptyMarkup(markup)) throw invalid({ report: 'holds no text' })
  // Counts what reached the page, so that pictures dropped anywhere are noticed.
  const lost = count - (markup.match(/<img\b/g)?.length ?? 0)
  const work: HtmlPaperInput = { title: name, createdAt: now, markup: markup + lostNote(lost), images }
  const pdf = await runInThread<Uint8Array>(
    new URL('../documents-html/public/paper-thread.ts', import.meta.url),
    work,
  )
  if (!pdf) throw invalid({ report: 'could not be turned into a PDF' })
  return Buffer.from(pdf)
}

/** Returns a note for the reader that pictures of the result are missing. */
function lostNote(lost: number): string {
  if (lost === 0) return ''
  const words =
    lost === 1
      ? '1 picture of this result could not be shown here.'
      : `${lost} pictures of this result could not be shown here.`
  return `<p><em>${words} Ask the laboratory for the original.</em></p>`
}

interface Kept {
  result: Result
  fileId: string
  mark: string
  cameAt: Date | undefined
}

async function insertResult(
  work: Write,
  of: { client_id: string; id: string },
  { result, fileId, mark, cameAt }: Kept,
): Promise<void> {
  const visit = await findLockedVisit(work, of.client_id, of.id)
  if (!visit) throw new Refusal('not_found', 'No visit has this number.')
  const service = await findService(work, visit, result)
  const known = await work.tx
    .selectFrom('lab_report')
    .select('id')
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('sha256', '=', mark)
    .where('visit_service_id', service ? '=' : 'is', service?.id ?? null)
    .executeTakeFirst()
  if (known) return
  const id = uuidv7()
  await work.tx
    .insertInto('lab_report')
    .values({
      client_id: visit.client_id,
      id,
      visit_id: visit.id,
      visit_service_id: service?.id ?? null,
      file_id: fileId,
      service: result.name ?? service?.name ?? '',
      sha256: mark,
      created: cameAt ?? work.now,
    })
    .execute()
  await changeVisit(work, visit, {})
  visitPartChanged(work, 'visit_document', { id, rev: 1 }, visit)
  work.audited({
    clientId: visit.client_id,
    userId: undefined,
    action: 'receive',
    type: 'lab_report',
    recordId: id,
    detail: { visit_id: visit.id },
    at: work.now,
  })
}

async function findService(work: Write, visit: LockedVisit, { service_id, code }: Result) {
  if (service_id === undefined && !code) return undefined
  let query = work.tx
    .selectFrom('visit_service')
    .select(['id', 'name'])
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('islaboratory', '=', true)
  if (service_id !== undefined) query = query.where('id', '=', service_id)
  else query = query.where('code', '=', code ?? '')
  // A service that was cancelled and booked again has the same code: the result belongs to the active one.
  const service = await query.orderBy(sql`status = ${SCAN_CANCELLED}`).orderBy('place').executeTakeFirst()
  if (!service)
    throw invalid({
      [service_id === undefined ? 'code' : 'service_id']: 'is no laboratory service of this visit',
    })
  return service
}
