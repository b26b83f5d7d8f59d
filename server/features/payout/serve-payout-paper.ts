import type { FastifyInstance } from 'fastify'
import { PAYOUT_PDF_PATH, PayoutPdfInput } from '#contract/calls/payout.ts'
import { monthOf, monthRange } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { mountPaper, parsePaperInput, sendNewPaper } from '../sales-papers/public/mount-paper.ts'
import { PAPER_ACCESS } from '../sales-papers/public/paper-access.ts'
import { PAYOUT_PAPER_WORDS as WORDS } from './paper-words.ts'
import { readerFor } from './reader-for.ts'
import { statementParts } from './statement-parts.ts'

/** Mounts the paper of a reader's month; like every paper of figures, it is stored as printed. */
export function servePayoutPaper(app: FastifyInstance): void {
  mountPaper(app, PAYOUT_PDF_PATH, PAPER_ACCESS.payout, async (request, reply) => {
    const { month, doctor_id } = parsePaperInput(PayoutPdfInput, request)
    const caller = callerOf(request)
    const doctorId = readerFor(caller, doctor_id) ?? doctor_id
    if (month > monthOf(dayAt(app.kernel.now(), caller.timeZone))) throw invalid({ month: WORDS.notBegun })
    const { from, to } = monthRange(month)
    return sendNewPaper(app, request, reply, {
      kind: 'payout',
      range: { from_date: from, to_date: to },
      title: WORDS.title(formatMonthText(month), true),
      name: `payout-${month}.pdf`,
      filters: [],
      doctorId,
      partsOf: (context) => statementParts(context, { month, doctorId }),
    })
  })
}
