import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useReportPdf } from '#src/parts/report-preview/use-report-pdf.ts'
import { OfflineError } from '#src/sync/api/errors.ts'
import { detail, report } from '#tests/features/report/fixtures.ts'

let tell: (share: number) => void = () => undefined
let finish: (made?: { isPictureMissing?: boolean; from?: 'device' }) => void = () => undefined
let fail: () => void = () => undefined
const desk = vi.hoisted(() => ({ link: { online: true, since: new Date(0) }, started: 0 }))

vi.mock('#src/parts/report-preview/make-report-pdf.ts', () => ({
  makeReportPdf: (_: object, onProgress: (share: number) => void) => {
    desk.started += 1
    tell = onProgress
    return new Promise((resolve, reject) => {
      finish = (made) => resolve({ blob: new Blob(['%PDF-']), from: 'server', isHeld: false, ...made })
      fail = () => reject(new OfflineError())
    })
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => desk.link }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useBranches: () => [] }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => undefined }))

const givenBack: string[] = []

beforeEach(() => {
  givenBack.length = 0
  Object.assign(desk, { link: { online: true, since: new Date(0) }, started: 0 })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:paper')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void givenBack.push(url))
})
afterEach(() => vi.restoreAllMocks())

const wish = {
  detail: detail({ reports: [report({ status: 'Signed' })] }),
  letterhead: true,
  signature: true,
  addenda: [],
  keyImages: undefined,
  mark: undefined,
}

test('progress reported after the paper arrived does not remove the paper', async () => {
  const { result } = renderHook(() => useReportPdf(wish))
  act(() => tell(0.5))
  expect(result.current).toEqual({ progress: 0.5 })
  await act(async () => finish())
  await waitFor(() => expect(result.current.url).toBe('blob:paper'))
  act(() => tell(1))
  expect(result.current.url).toBe('blob:paper')
})

test('the address of a paper is revoked when the dialog closes', async () => {
  const { result, unmount } = renderHook(() => useReportPdf(wish))
  await act(async () => finish())
  await waitFor(() => expect(result.current.url).toBe('blob:paper'))
  unmount()
  expect(givenBack).toEqual(['blob:paper'])
})

test('after a change of options the former paper is never handed out', async () => {
  const seen: [letterhead: boolean, hasPaper: boolean][] = []
  const { rerender } = renderHook(
    ({ letterhead }: { letterhead: boolean }) => {
      const pdf = useReportPdf({ ...wish, letterhead })
      seen.push([letterhead, pdf.blob !== undefined])
      return pdf
    },
    { initialProps: { letterhead: true } },
  )
  await act(async () => finish())
  expect(seen.at(-1)).toEqual([true, true])
  rerender({ letterhead: false })
  const drawn = seen.filter(([letterhead]) => !letterhead).map(([, hasPaper]) => hasPaper)
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn).not.toContain(true)
  await act(async () => finish())
  expect(seen.at(-1)).toEqual([false, true])
})

const goOffline = () => void Object.assign(desk, { link: { online: false, since: new Date(1) } })
const comeBack = () => void Object.assign(desk, { link: { online: true, since: new Date(2) } })

test('a paper that failed offline is made when the network is back, and not repeatedly', async () => {
  goOffline()
  const { result, rerender } = renderHook(() => useReportPdf(wish))
  await act(async () => fail())
  expect(result.current.error).toBeInstanceOf(OfflineError)
  comeBack()
  rerender()
  expect(desk.started).toBe(2)
  await act(async () => fail())
  rerender()
  expect(desk.started).toBe(2)
})

test('a paper without its pictures is made again when the network is back; a complete one is not', async () => {
  const { result, rerender } = renderHook(() => useReportPdf(wish))
  goOffline()
  rerender()
  await act(async () => finish({ isPictureMissing: true }))
  expect(result.current.isPictureMissing).toBe(true)
  comeBack()
  rerender()
  await act(async () => finish({ isPictureMissing: false }))
  expect(result.current.isPictureMissing).toBe(false)
  expect(desk.started).toBe(2)
  goOffline()
  rerender()
  comeBack()
  rerender()
  expect(desk.started).toBe(2)
})

test('a paper from the device’s data is made again when the network is back: signatures may be missing', async () => {
  goOffline()
  const { result, rerender } = renderHook(() => useReportPdf(wish))
  await act(async () => finish({ from: 'device' }))
  expect(result.current.from).toBe('device')
  comeBack()
  rerender()
  await act(async () => finish())
  expect([result.current.from, desk.started]).toEqual(['server', 2])
})
