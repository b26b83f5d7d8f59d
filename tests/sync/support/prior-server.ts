import type { PriorRow, StudyPriors } from '#contract/calls/priors.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { copyIn } from '#tests/sync/support/copy-in.ts'
import { aReport, aStudy, studyId } from './rows.ts'

export const prior = (n: number, text = 'Old text.'): PriorRow => ({
  study_id: studyId(n),
  study_datetime: '2026-01-01T08:00:00.000Z',
  modality: 'CT',
  study_desc: 'CT Thorax',
  branch: 'Andheri',
  status: 'Signed',
  matched_by: 'record',
  conclusion: text,
  filed: 1,
  reports: [
    {
      report_id: aReport({ study_id: studyId(n) }).id,
      report_no: 1,
      report_name: 'CT',
      report_data: `<p>${text}</p>`,
      conclusion: '',
      recommendation: '',
      status: 'Signed',
      signed_on: '2026-01-01T09:00:00.000Z',
      signed_by_doctor: 'Dr One',
      addenda: [],
    },
  ],
})

/** A server that knows only former studies of some studies. */
export class PriorServer {
  readonly known = new Map<string, { mark: string; priors: PriorRow[] }>()
  readonly asked: { ids: string[]; marks: string[]; opened?: number }[] = []
  /** Called while a request is in flight. */
  meanwhile: () => Promise<unknown> = async () => undefined

  readonly call = (async (_: unknown, input: { ids: string; marks: string; opened?: number }) => {
    const [ids, marks] = [input.ids.split(','), input.marks.split(',')]
    this.asked.push({ ids, marks, ...(input.opened && { opened: input.opened }) })
    const result = ids.flatMap((id, i): StudyPriors[] => {
      const found = this.known.get(id)
      if (!found) return []
      const told = { priors: found.priors, older: 0 }
      return [{ study_id: id, mark: found.mark, ...(marks[i] !== found.mark && { told }) }]
    })
    const { meanwhile } = this
    this.meanwhile = async () => undefined
    await meanwhile()
    if (result.length === 0) throw new ApiError(404, { code: 'not_found', message: 'Not there.' })
    return { message: '', result }
  }) as unknown as Caller

  tell(n: number, mark: string, ...priors: PriorRow[]): void {
    this.known.set(studyId(n), { mark, priors })
  }
}

export const ports = (server: PriorServer, at = 10_000_000) => ({
  call: server.call,
  now: () => at,
  signal: new AbortController().signal,
})

export const putStudies = async ({ cache, studies }: Databases, rows: Parameters<typeof aStudy>[0][]) => {
  await cache.studies.bulkPut(
    await studies.sealAll(rows.map((row) => copyIn('study', aStudy(row), 'branch:one'))),
  )
}
export const heldOf = async (databases: Databases, n: number) =>
  (await databases.priors.find(studyId(n)))?.body.priors.map(({ conclusion }) => conclusion)
