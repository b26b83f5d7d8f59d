import type { Context } from '#server/kernel/context.ts'
import { dispatchJob } from './dispatch-job-name.ts'
import { selectPartners } from './dispatch-store.ts'

/** The verified state of a report that is sent. */
export interface VerifiedReport {
  id: string
  study_id: string
  report_no: number
  rev: number
}

/**
 * Queues a verified report for HL7 and XML, if its branch and client have them (docs/reports.md): as final until one
 * was accepted, then as a correction; skips a channel that already has this state. Runs in the transaction of the
 * verification, so that both are stored or neither; a job does the sending. Returns the number of channels added.
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
    // Without an accepted report there is nothing to correct.
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

// MSH-10 allows 20 characters: uses the end of the id, which is random.
const controlIdOf = (id: string) => id.replaceAll('-', '').slice(-20)
