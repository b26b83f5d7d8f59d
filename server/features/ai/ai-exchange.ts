import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { BegunExchange } from '../interfaces/public/exchanged.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import type { AiAnswer } from './read-answer.ts'
import { getCompanyName } from './store.ts'

/** Describes a company's answer for the log of exchanges; the result itself is stored with the study. */
export async function answerExchange(
  { database }: Pick<Kernel, 'database'>,
  { client_id, ai_report_id }: { client_id: string; ai_report_id: string },
  answer: AiAnswer,
): Promise<BegunExchange> {
  const found = await database.tenant(client_id, async (tx) => {
    const row = await tx
      .selectFrom('ai_report as r')
      .innerJoin('study as s', (on) =>
        on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.study_id'),
      )
      .select(['r.ai_company_id', 's.pat_id', 's.accession_no'])
      .where('r.client_id', '=', client_id)
      .where('r.id', '=', ai_report_id)
      .executeTakeFirst()
    return row && { ...row, company: await getCompanyName(tx, row.ai_company_id) }
  })
  return {
    clientId: client_id,
    kind: 'ai_in',
    peer: found?.company ?? 'AI company',
    bytes: answer.pdf?.length ?? Buffer.byteLength(answer.html),
    marks: { patIds: [found?.pat_id ?? ''], accessionNos: [found?.accession_no ?? ''] },
    subject: { type: 'ai_report', id: ai_report_id },
  }
}

interface ImagesOut {
  clientId: string
  /** Id of the request. */
  id: string
  study: Pick<LockedStudy, 'pat_id' | 'accession_no'>
  receivers: readonly string[]
  /** Why nothing was sent, in words; undefined if the images were sent. */
  failure: string | undefined
  began: number
}

/** Logs that images were sent to a company, or why they were not. */
export function logImagesOut(
  kernel: Pick<Kernel, 'exchanges'>,
  { clientId, id, study, receivers, failure, began }: ImagesOut,
): void {
  recordExchange(kernel, {
    clientId,
    kind: 'ai_out',
    peer: receivers.join(', ') || 'AI company',
    outcome: failure === undefined ? 'ok' : 'failed',
    reason: failure ?? '',
    durationMs: performance.now() - began,
    marks: { patIds: [study.pat_id], accessionNos: [study.accession_no] },
    subject: { type: 'ai_report', id },
  })
}
