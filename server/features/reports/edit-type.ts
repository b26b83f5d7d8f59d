import type { ReportEditType } from '#domain/report/edit-type.ts'
import type { Context } from '#server/kernel/context.ts'

/** How the caller's client changes what was signed. */
export async function selectEditType({ tx, caller }: Context): Promise<ReportEditType> {
  const client = await tx
    .selectFrom('client')
    .select('report_edit_type')
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  return client.report_edit_type as ReportEditType
}
