import type { FastifyInstance } from 'fastify'
import { LEAKAGE_PDF_PATH, LeakagePdfInput } from '#contract/calls/leakage.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { mountPaper, parsePaperInput, sendNewPaper } from '../sales-papers/public/mount-paper.ts'
import { PAPER_ACCESS } from '../sales-papers/public/paper-access.ts'
import { linesOf } from './board.ts'
import { boardParts } from './board-parts.ts'
import { LEAK_PAPER_WORDS as WORDS } from './paper-words.ts'

/** Mounts the leakage board as a paper; it is stored as printed, like every paper of figures. */
export function serveLeakagePaper(app: FastifyInstance): void {
  mountPaper(app, LEAKAGE_PDF_PATH, PAPER_ACCESS.leakage, async (request, reply) => {
    const input = parsePaperInput(LeakagePdfInput, request)
    return sendNewPaper(app, request, reply, {
      kind: 'leakage',
      range: input,
      title: WORDS.title,
      name: WORDS.name(input.from_date, input.to_date),
      filters: [],
      hasStudies: linesOf(callerOf(request)).includes('unmatched_study'),
      partsOf: (context) => boardParts(context, input),
    })
  })
}
