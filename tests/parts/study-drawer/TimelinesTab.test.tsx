import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { formatDateTime } from '#domain/time/formats.ts'
import { TimelinesTab } from '#src/parts/study-drawer/TimelinesTab.tsx'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const BOOKED_FOR = '2026-11-20T06:00:00Z'
let started_on: string | null = null

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/reports/use-report.ts', () => ({ useReportDetail: () => ({ isLoading: false }) }))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: () => ({ answer: { result: { visit: { start_dt: BOOKED_FOR, started_on } } }, isLoading: false }),
}))

afterEach(cleanup)

const words = (instant: string) => formatDateTime(new Date(instant), READER_ZONE)
const checkedIn = () => screen.getByText('Checked in').parentElement?.textContent

test('checked in is the start of the visit, whatever its booked time', () => {
  started_on = '2026-11-20T07:25:00Z'
  renderInApp(<TimelinesTab study={study({ is_linked: 1 })} />)
  expect(checkedIn()).toContain(words(started_on))
})

test('an unstarted visit was checked in when the images arrived', () => {
  started_on = null
  renderInApp(<TimelinesTab study={study({ is_linked: 1 })} />)
  expect(checkedIn()).toContain(words(study().received_datetime))
})
