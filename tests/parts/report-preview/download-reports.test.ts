import { beforeEach, expect, test, vi } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import { downloadReports } from '#src/parts/report-preview/download-reports.ts'
import { OfflineError } from '#src/sync/api/errors.ts'
import { report, study } from '#tests/features/report/fixtures.ts'

const merged: number[] = []
const downloads: string[] = []
const behaviour = new Map<string, 'held' | 'broken' | 'offline' | 'unwritten'>()

vi.mock('#src/sync/reports/find-detail.ts', async (original) => ({
  ...(await original<object>()),
  findDetail: async (studyId: string) => {
    if (behaviour.get(studyId) === 'offline') throw new OfflineError('away')
    const isUnwritten = behaviour.get(studyId) === 'unwritten'
    const reports: ReportRow[] = isUnwritten ? [] : [report({ status: 'Signed' })]
    return { study: study({ id: studyId, status: isUnwritten ? 'Pending' : 'Signed' }), reports, addenda: [] }
  },
}))
vi.mock('#src/parts/report-preview/make-report-pdf.ts', () => ({
  makeReportPdf: async ({ detail }: { detail: { study: { id: string } } }) => {
    if (behaviour.get(detail.study.id) === 'broken') throw new Error('cannot be printed')
    return { blob: new Blob(['%PDF-']), from: 'device', isHeld: behaviour.get(detail.study.id) === 'held' }
  },
}))
vi.mock('#src/sync/directory/find-zone.ts', () => ({ findZone: async () => 'Asia/Kolkata' }))
vi.mock('#src/workers/pdf-client.ts', async (original) => ({
  ...(await original<object>()),
  mergePdfs: async (files: Uint8Array[], _: string, __: Date, onProgress: (share: number) => void) => {
    merged.push(files.length)
    onProgress(1)
    return new Blob(['%PDF-'])
  },
}))
vi.mock('#src/ui/files/download-blob.ts', () => ({
  downloadBlob: (_: Blob, name: string) => downloads.push(name),
}))

const signal = () => new AbortController().signal
const nothing = () => undefined

beforeEach(() => {
  merged.length = 0
  downloads.length = 0
  behaviour.clear()
})

test('reports of many studies become one file, with progress that ends at one', async () => {
  const shares: number[] = []
  const ids = Array.from({ length: 12 }, (_, at) => `study-${at}`)
  expect(await downloadReports(ids, (share) => shares.push(share), signal())).toEqual({
    included: 12,
    skipped: [],
  })
  expect(merged).toEqual([12])
  expect(downloads).toEqual([expect.stringMatching(/^reports-\d{4}-\d\d-\d\d\.pdf$/)])
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('reports without text, unpaid or unprintable are left out and named', async () => {
  behaviour.set('b', 'unwritten').set('c', 'held').set('d', 'broken')
  expect(await downloadReports(['a', 'b', 'c', 'd', 'e'], nothing, signal())).toEqual({
    included: 2,
    skipped: [
      { studyId: 'b', reason: 'unwritten' },
      { studyId: 'c', reason: 'held' },
      { studyId: 'd', reason: 'failed' },
    ],
  })
  expect(merged).toEqual([2])
})

test('if nothing can be printed there is no file', async () => {
  behaviour.set('a', 'held')
  expect(await downloadReports(['a'], nothing, signal())).toMatchObject({ included: 0 })
  expect(downloads).toEqual([])
})

test('if nothing can be read offline it says so', async () => {
  behaviour.set('a', 'offline')
  await expect(downloadReports(['a'], nothing, signal())).rejects.toBeInstanceOf(OfflineError)
})

test('after a cancellation it stops and downloads nothing', async () => {
  const taken = new AbortController()
  const ids = Array.from({ length: 20 }, (_, at) => `study-${at}`)
  const asked = downloadReports(ids, (share) => share > 0.2 && taken.abort(), taken.signal)
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect([merged, downloads]).toEqual([[], []])
})
