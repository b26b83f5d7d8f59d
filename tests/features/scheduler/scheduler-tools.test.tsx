import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readRequestFilter } from '#src/features/booking-requests/request-filter.ts'
import { SchedulerTools } from '#src/features/scheduler/SchedulerTools.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: BRANCH, name: 'Andheri' }],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
afterEach(cleanup)

const BRANCH = '019a0000-0000-7000-8000-000000000001'

test('View Requests opens the requests of the branch on screen', () => {
  const place = { branchId: BRANCH, isRadiology: true, go: vi.fn() }
  renderInApp(<SchedulerTools place={place as never} onOpen={vi.fn()} />)
  const href = screen.getByRole('link', { name: 'View Requests' }).getAttribute('href') ?? ''
  const params = new URL(href, 'https://readroom.example').searchParams
  expect(readRequestFilter(params)).toMatchObject({ branch_id: BRANCH })
})
