import type { ReportRow } from '#contract/calls/reports.ts'
import type { Context } from '#server/kernel/context.ts'

/**
 * Records the warnings of the check before signing that a doctor signed over: on which text, who, when. Append-only.
 */
export async function insertSignWarning(
  { tx, caller, now }: Context,
  report: Pick<ReportRow, 'id' | 'rev'>,
  rules: string[],
): Promise<void> {
  await tx
    .insertInto('sign_warning')
    .values({
      client_id: caller.clientId,
      id: crypto.randomUUID(),
      report_id: report.id,
      report_rev: report.rev,
      rules,
      user_id: caller.userId,
      created: now,
    })
    .execute()
}
