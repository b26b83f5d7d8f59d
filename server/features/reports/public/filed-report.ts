import type { FiledReport } from '#contract/calls/filed-report.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { zoneOfBranch } from '#server/features/branches/public/zone-of-branch.ts'
import type { Context } from '#server/kernel/context.ts'
import { paper as readPaper } from './paper.ts'
import { selectReportsOfStudy } from './store.ts'

/**
 * Reads the filed reports of a study for a person outside the centre. The caller of this function must check that
 * person's rights first, because the paper is read with the centre's rights. `isShown` excludes reports that this
 * reader may not see.
 */
export async function readFiledReport(
  ctx: Context,
  study: StudyRow,
  isShown: (status: ReportStatus) => boolean = isSigned,
): Promise<FiledReport> {
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  const filed = reports.filter((report) => isShown(report.status))
  if (filed.length === 0) throw new Refusal('not_found', 'There is no report yet.')
  const asStaff: Context = { ...ctx, caller: { ...ctx.caller, isClientAdmin: true } }
  const { result: paper } = await readPaper({ id: study.id }, asStaff)
  const ids = await selectOwnFiles(ctx, study.id, [
    paper.header_file_id,
    paper.footer_file_id,
    ...filed.flatMap(picturesOf),
  ])
  return {
    study: withoutStaff(study),
    reports: filed,
    paper,
    files: ids.map((id) => ({ id, url: ctx.fileUrl(id) })),
    time_zone: (await zoneOfBranch(ctx.tx, ctx.caller.clientId, study.branch_id)) ?? 'UTC',
  }
}

/** Keeps only what the study's paper shows: no tags, no addresses, no staff. */
function withoutStaff(study: StudyRow): StudyRow {
  return {
    ...study,
    assigned_doctor: '',
    assigned_doctor_id: null,
    assigned_on: null,
    tag_id: null,
    tag: '',
    tag_color: '',
    tag_critical_id: null,
    tag_critical: '',
    tag_color_critical: '',
    src_aet: '',
    pacs_id: null,
    pacs_type: '',
    viewer_url: '',
    local_viewer_url: '',
    is_hl7_report_send_err: '',
    ai_report: null,
  }
}

const FILE_IN_TEXT = /\/file\/([0-9a-f-]{36})/g

function picturesOf({ report_data, conclusion, recommendation }: FiledReport['reports'][number]): string[] {
  return [report_data, conclusion, recommendation].flatMap((text) =>
    [...text.matchAll(FILE_IN_TEXT)].map(([, id = '']) => id),
  )
}

// A text may refer to any file, so only files of this study's paper are signed.
async function selectOwnFiles(
  { tx, caller }: Context,
  studyId: string,
  named: readonly (string | null)[],
): Promise<string[]> {
  const ids = [...new Set(named.filter((id) => id !== null))]
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('file')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('purpose', '=', 'letterhead'),
        eb.and([eb('purpose', '=', 'report_image'), eb('owner_id', '=', studyId)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}
