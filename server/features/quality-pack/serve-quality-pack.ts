import type { FastifyInstance } from 'fastify'
import { QUALITY_PACK_PATH, QualityPackInput } from '#contract/calls/quality-pack.ts'
import { monthOf, monthRange } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { mountPaper, parsePaperInput, sendNewPaper } from '../sales-papers/public/mount-paper.ts'
import { PAPER_ACCESS } from '../sales-papers/public/paper-access.ts'
import { qualityParts } from './quality-parts.ts'
import { QUALITY_WORDS as WORDS } from './words.ts'

/** Mounts the monthly quality pack (docs/decisions/233); like every paper of figures, it is stored as printed. */
export function serveQualityPack(app: FastifyInstance): void {
  mountPaper(app, QUALITY_PACK_PATH, PAPER_ACCESS.quality, async (request, reply) => {
    const input = parsePaperInput(QualityPackInput, request)
    const { month, branch_id } = input
    const { timeZone } = callerOf(request)
    if (month > monthOf(dayAt(app.kernel.now(), timeZone))) throw invalid({ month: WORDS.notBegun })
    const { from, to } = monthRange(month)
    return sendNewPaper(app, request, reply, {
      kind: 'quality',
      range: { branch_id, from_date: from, to_date: to },
      title: `${WORDS.title} · ${formatMonthText(month)}`,
      name: WORDS.name(month),
      filters: [{ department_id: input.department_id }],
      hasAmounts: false,
      partsOf: (context) => qualityParts(context, input),
    })
  })
}
