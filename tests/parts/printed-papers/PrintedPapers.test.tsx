import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PrintedPapers } from '#src/parts/printed-papers/PrintedPapers.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAPER = {
  id: '01970000-0000-7000-8000-0000000000aa',
  name: 'Sales.pdf',
  branch: 'Andheri',
  from_date: '2026-11-01',
  to_date: '2026-11-20',
  as_at: { at: '2026-11-21T08:00:00.000Z', pos: 12 },
  rows: 4,
  hash: 'abcdef0123456789',
  printed_on: '2026-11-21T08:00:00.000Z',
  printed_by: 'Dr. Rao',
  is_own: 0,
}

test('a paper that cannot be printed again says why beside its button', async () => {
  scriptServer({
    'report/printedPaper': () => ({
      status: 404,
      body: { code: 'not_found', message: 'The paper is no longer kept' },
    }),
    'report/printedPapers': () => ({ body: { result: { data: [PAPER], page: PAGE } } }),
  })
  renderInApp(<PrintedPapers kind="sales" onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: /Sales\.pdf/ }))
  await expectRefusedAt(screen.getByRole('row', { name: /Sales\.pdf/ }), 'The paper is no longer kept')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

const PAGE = { currentPage: 1, pageSize: 20, total: 1, isCapped: 0 }
