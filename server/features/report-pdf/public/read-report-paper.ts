import { isPrintHeld } from '#domain/report/print-gate.ts'
import { imageIdsOf } from '#render/paper-images.ts'
import type { PaperInput } from '#render/paper-input.ts'
import { paperInputOf } from '#render/report-paper/compose-paper.ts'
import { zoneOfBranch } from '#server/features/branches/public/zone-of-branch.ts'
import { readPaper } from '#server/features/reports/public/paper.ts'
import { selectReportsOfStudy } from '#server/features/reports/public/store.ts'
import { getStudyRow } from '#server/features/studies/public/store.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The requested report, and the moment of reading. */
export interface WantedReport {
  clientId: string
  studyId: string
  reportId: string
  now: Date
  /** The creation date in the file; the same at every attempt, so that the bytes are equal too. */
  createdAt: Date
  /** The address of the app; undefined if it is not configured. */
  origin: string | undefined
}

/** A report's paper as for its download, with the SHA-256 of each picture by id. */
export interface ReportPaper {
  input: PaperInput
  pictures: ReadonlyMap<string, Buffer>
  /** True while the client withholds results and this one is unpaid. */
  isHeld: boolean
}

/** Reads one report of a study for its paper, with letterhead and signatures, by the rules of the download. */
export async function readReportPaper(tx: Tx, wanted: WantedReport): Promise<ReportPaper> {
  const { clientId, studyId, reportId, now, createdAt, origin } = wanted
  // The links only identify the pictures and are never opened.
  const reading = { tx, caller: { clientId }, fileUrl: (id: string) => `/file/${id}` }
  const study = await getStudyRow(tx, clientId, studyId, now)
  const reports = await selectReportsOfStudy(tx, studyId)
  const paper = await readPaper(reading, study)
  const input = paperInputOf({
    detail: { study, reports: reports.filter(({ id }) => id === reportId) },
    paper,
    options: { letterhead: true, signature: true },
    zone: (await zoneOfBranch(tx, clientId, study.branch_id)) ?? 'UTC',
    now: createdAt,
    locale: await selectLocale(tx, clientId),
    origin,
  })
  return {
    input,
    pictures: await selectPictures(tx, clientId, studyId, imageIdsOf(input)),
    isHeld: isPrintHeld({
      paymentStatus: study.payment_status,
      resultsWait: paper.results_wait_for_payment === 1,
      permissions: [],
    }),
  }
}

async function selectLocale(tx: Tx, clientId: string): Promise<string> {
  const { locale } = await tx
    .selectFrom('client')
    .select('locale')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  return locale
}

// A text may refer to any file, so only files of this study's paper are printed.
async function selectPictures(
  tx: Tx,
  clientId: string,
  studyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file')
    .select(['id', 'sha256'])
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('purpose', 'in', ['letterhead', 'signature']),
        eb.and([eb('purpose', '=', 'report_image'), eb('owner_id', '=', studyId)]),
      ]),
    )
    .execute()
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}
