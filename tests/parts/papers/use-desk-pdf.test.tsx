import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDeskPdf } from '#src/parts/papers/use-desk-pdf.ts'
import { OfflineError } from '#src/sync/api/errors.ts'
import type { DeskPaper } from '#src/workers/pdf-client.ts'

const desk = vi.hoisted(() => ({ link: { online: false, since: new Date(1) }, asked: 0 }))

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => desk.link }))
vi.mock('#src/sync/session/session.ts', () => ({ currentSession: () => undefined }))
vi.mock('#src/sync/files/find-file.ts', () => ({
  findFile: async () => {
    desk.asked += 1
    if (!desk.link.online) throw new OfflineError()
    return { bytes: new Uint8Array([1]) }
  },
}))
vi.mock('#src/workers/pdf-client.ts', () => ({
  deskImageIdsOf: () => ['head'],
  renderDeskPdf: async () => new Blob(['%PDF-']),
}))

beforeEach(() => {
  Object.assign(desk, { link: { online: false, since: new Date(1) }, asked: 0 })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:paper')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

test('a receipt that was made without its letterhead is made again, once, when the network is back', async () => {
  // The hook treats the paper as a whole; its content does not matter here.
  const paper = { kind: 'receipt' } as unknown as DeskPaper
  const { result, rerender } = renderHook(() => useDeskPdf(paper, ''))
  await waitFor(() => expect(result.current.isPictureMissing).toBe(true))
  desk.link = { online: true, since: new Date(2) }
  rerender()
  await waitFor(() => expect(result.current.isPictureMissing).toBe(false))
  rerender()
  expect(desk.asked).toBe(2)
})
