import type { Context } from '#server/kernel/context.ts'
import { dispatchJob } from './dispatch-job-name.ts'
import { selectPartners } from './dispatch-store.ts'

/** What of a report goes out: the state that was verified. */
export interface VerifiedReport {
  id: string
  study_id: string
  report_no: number
  rev: number
}

/**
 * Puts a verified report on its way, by HL7 and XML where its branch and client have them (docs/reports.md): as
 * final until one was taken, as a correction afterwards; not by a way that this state is on already. In the transaction
 * of the verification, so that neither is there without the other; the sending itself is a job. Returns how many ways
 * it is newly on.
 */
export async function dispatchReport(
  ctx: Context,
  study: { branch_id: string | null },
  report: VerifiedReport,
): Promise<number> {
  const { tx, caller, now } = ctx
  const partners = await selectPartners(tx, caller.clientId, study.branch_id)
  const kinds = [...(partners.hl7.url ? ['HL7'] : []), ...(partners.xml.url ? ['XML'] : [])]
  const known = await tx
    .selectFrom('report_dispatch')
    .select(['kind', 'state', 'report_rev'])
    .where('client_id', '=', caller.clientId)
    .where('report_id', '=', report.id)
    .execute()
  let added = 0
  for (const kind of kinds) {
    const before = known.filter((one) => one.kind === kind)
    if (before.some(({ report_rev }) => report_rev === report.rev)) continue
    // Nobody corrects what never arrived.
    const isCorrection = before.some(({ state }) => state === 'Sent')
    const id = crypto.randomUUID()
    await tx
      .insertInto('report_dispatch')
      .values({
        client_id: caller.clientId,
        id,
        study_id: report.study_id,
        report_id: report.id,
        report_no: report.report_no,
        report_rev: report.rev,
        kind,
        result_status: isCorrection ? 'C' : 'F',
        control_id: controlIdOf(id),
        created: now,
      })
      .execute()
    await ctx.addJob(dispatchJob, [id])
    added += 1
  }
  return added
}

// MSH-10 takes 20 characters: as many of the id as fit, of its random part.
const controlIdOf = (id: string) => id.replaceAll('-', '').slice(-20)
