import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskPaper } from '#render/desk-paper.ts'
import { VisitSlip } from '#src/parts/papers/VisitSlip.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRow } from '#tests/helpers/paper/desk-paper-fixture.ts'

const URL = 'https://wa.me/912255501400?text=REPORT%207KQ2MX4PABCDEFGHJKLM'
const world = vi.hoisted(() => ({
  online: true,
  prints: 1 as 0 | 1,
  code: undefined as undefined | { answer?: unknown; error?: Error },
  wanted: [] as { key: string; isWanted: boolean; keptAs: string | undefined }[],
  papers: [] as unknown[],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => undefined,
  currentSession: () => undefined,
}))
vi.mock('#src/sync/device-facts/use-device-facts.ts', () => ({ useDeviceName: () => 'Desk 1' }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [],
  useBranchDirectory: () => ({ branches: [], isLoading: false }),
}))
vi.mock('#src/parts/booking/patient/use-patient-of-visit.ts', () => ({
  usePatientOfVisit: () => ({ patient: undefined, isLoading: false }),
}))
vi.mock('#src/sync/preferences/use-preference.ts', () => ({
  usePreference: (_: string, __: unknown, usual: unknown) => [usual, () => undefined],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (
    { key }: { key: string },
    _: unknown,
    { isWanted, keptAs }: { isWanted: boolean; keptAs: string | undefined },
  ) => {
    world.wanted.push({ key, isWanted, keptAs })
    if (key === 'message/reportCode') return world.code ?? {}
    const company = {
      name: 'Centre',
      address: '',
      phone: '',
      email: '',
      img_url: '',
      prints_report_code: world.prints,
    }
    return { answer: { result: company } }
  },
}))
vi.mock('#src/workers/pdf-client.ts', async (original) => ({
  ...(await original<object>()),
  renderDeskPdf: async (paper: DeskPaper) => {
    world.papers.push(paper)
    return new Blob(['%PDF'], { type: 'application/pdf' })
  },
}))

const VISIT = { ...visitRow(), isWaiting: false } as unknown as Parameters<typeof VisitSlip>[0]['visit']
const show = () => renderInApp(<VisitSlip visit={VISIT} onClose={() => undefined} />)
const codes = () =>
  (world.papers as DeskPaper[]).map(({ parts }) => parts.find(({ kind }) => kind === 'code'))

beforeEach(() => {
  Object.assign(world, { online: true, prints: 1, code: undefined, wanted: [], papers: [] })
  vi.stubGlobal(
    'URL',
    Object.assign(globalThis.URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
})
afterEach(cleanup)

test('the paper is made once the code is known, and shows it', async () => {
  world.code = { answer: { result: { url: URL, expires: '2027-01-01T00:00:00.000Z' } } }
  show()
  await waitFor(() => expect(codes()).toMatchObject([{ text: URL }]))
  expect(world.wanted).toContainEqual({
    key: 'message/reportCode',
    isWanted: true,
    keptAs: `report-code:${VISIT.id}`,
  })
})

test('during the request to the server the paper waits, so that none is printed without its code', async () => {
  show()
  expect(await screen.findByText('Setting the paper …')).toBeDefined()
  await new Promise((done) => setTimeout(done, 50))
  expect(world.papers).toEqual([])
})

test.each([
  ['the server has no code', { code: { error: new Error('not found') } }],
  ['there is no network and no code was kept', { online: false }],
  ['the centre prints none', { prints: 0 as const, code: { answer: { result: { url: URL } } } }],
])('if %s the paper is made without one', async (_, state) => {
  Object.assign(world, state)
  show()
  await waitFor(() => expect(codes()).toEqual([undefined]))
})
