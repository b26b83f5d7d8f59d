import type { ReportEditType } from '#domain/report/edit-type.ts'
import type { Context } from '#server/kernel/context.ts'

/** Returns how the caller's client changes signed reports. */
export async function selectEditType({ tx, caller }: Context): Promise<ReportEditType> {
  const client = await tx
    .selectFrom('client')
    .select('report_edit_type')
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  return client.report_edit_type as ReportEditType
}
