import { expect, test } from 'vitest'
import type { PriorReport } from '#contract/calls/priors.ts'
import { PRIORS_AHEAD_MAX, PRIORS_MAX } from '#domain/prior/limits.ts'
import { DEMO_EXAMS } from '#server/features/demo/centre/examinations.ts'
import { finishedText } from '#server/features/demo/centre/texts/report-markup.ts'
import { type BarePrior, tellPriors } from '#server/features/priors/tell-priors.ts'
import { rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { studyId } from '../support/rows.ts'

const LIMIT_BYTES = 40_000_000
const codec = createRecordCodec(() => rowKey(TEST_DATA_KEY))
const exams = DEMO_EXAMS.flatMap((exam) => exam.readings.map((reading) => ({ exam, reading })))

const bareOf = (n: number, modality: string, study_desc: string): BarePrior => ({
  study_id: studyId(n),
  study_datetime: '2026-01-01T08:00:00.000Z',
  modality,
  study_desc,
  branch: 'Sanjeevani Andheri',
  status: 'Verified',
  matched_by: 'record',
  filed: 1,
})
const reportOf = (
  n: number,
  text: Pick<PriorReport, 'report_data' | 'conclusion' | 'recommendation'>,
): PriorReport => ({
  report_id: studyId(n),
  report_no: 1,
  report_name: 'CT Thorax',
  ...text,
  status: 'Verified',
  signed_on: '2026-01-01T09:00:00.000Z',
  signed_by_doctor: 'Dr. Anjali Mehta',
  addenda: [],
})

/** Returns the bytes on the device for one study with these former studies: the sealed row and its clear fields. */
async function bytesOf(former: { bare: BarePrior; report: PriorReport }[]): Promise<number> {
  const bare = former.map((one) => one.bare)
  const texts = new Map(former.map((one) => [one.bare.study_id, [one.report]]))
  const ids = bare.map(({ study_id }) => study_id)
  const body = { priors: tellPriors(bare, texts, ids), older: 0 }
  const sealed = (await codec.seal(
    { database: 'cache', table: 'priors', id: studyId(1) },
    body,
  )) as Uint8Array
  const mark = { id: studyId(1), mark: 'x'.repeat(22), askedAt: 1e12, changes: 0, usedAt: 1e12, studies: ids }
  // The ids of the former studies are stored a second time in an index.
  return sealed.byteLength + 2 * JSON.stringify(mark).length
}

test('priors of 1,000 studies never take more than 40 MB, whatever the length and script of the reports', async () => {
  for (const letters of ['Lung clear. ', 'फेफड़े साफ़ हैं। ', '"&<>\\" '])
    for (const length of [300, 1_000, 3_000, 12_000]) {
      const long = `<p>${letters.repeat(length / letters.length)}</p>`
      const former = Array.from({ length: PRIORS_MAX }, (_, n) => ({
        bare: bareOf(n + 2, 'CT', letters.repeat(20)),
        report: reportOf(n + 2, { report_data: long, conclusion: long, recommendation: long }),
      }))
      expect((await bytesOf(former)) * PRIORS_AHEAD_MAX).toBeLessThanOrEqual(LIMIT_BYTES)
    }
})

test('1,000 studies of patients with 0 to 15 priors, reported as in the demo, take a part of that', async () => {
  let total = 0
  for (let study = 0; study < PRIORS_AHEAD_MAX; study += 1) {
    const former = Array.from({ length: study % (PRIORS_MAX + 1) }, (_, n) => {
      const { exam, reading } = exams[(study * 7 + n) % exams.length]!
      return {
        bare: bareOf(n + 2, exam.modality, exam.description),
        report: reportOf(n + 2, finishedText(exam.description, reading)),
      }
    })
    total += await bytesOf(former)
  }
  console.info(`priors of 1,000 studies as in the demo: ${(total / 1e6).toFixed(1)} MB`)
  expect(total).toBeGreaterThan(1_000_000)
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES)
})
