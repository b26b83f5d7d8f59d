import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BesideReports } from '#src/parts/study-drawer/BesideReports.tsx'
import { ReportsTab } from '#src/parts/study-drawer/ReportsTab.tsx'
import { detail, report, STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const ADDENDUM = {
  id: 'a1',
  rev: 1,
  study_id: STUDY_ID,
  report_id: report().id,
  content: '<p>The nodule is 8 mm, not 18.</p>',
  seen_hash: 'ab',
  signed_hash: 'cd',
  signed_by: 'Dr Asha',
  signed_by_id: 'u',
  signed_on: '2026-11-20T11:00:00Z',
  isWaiting: false,
}

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/reports/use-report.ts', () => ({
  useReportDetail: () => ({
    detail: detail({ study: study({ status: 'Signed' }), reports: [report({ status: 'Signed' })] }),
    isLoading: false,
  }),
}))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({
  useStudyParts: (_: string, studyId: string) => ({ rows: studyId === STUDY_ID ? [ADDENDUM] : [] }),
}))
vi.mock('#src/parts/open-images/OpenImagesButton.tsx', () => ({ OpenImagesButton: () => null }))

afterEach(cleanup)

test('the drawer shows an addendum under the text that it corrects', () => {
  renderInApp(<ReportsTab studyId={STUDY_ID} />)
  const shown = screen.getByRole('region', { name: /^Addendum by Dr Asha/ })
  expect(shown.textContent).toContain('The nodule is 8 mm, not 18.')
})

test('side by side, each study has its own addenda', () => {
  const prior = study({ id: '01990000-0000-7000-8000-00000000beef', study_desc: 'Prior' })
  renderInApp(<BesideReports study={study()} prior={prior} onClose={() => undefined} />)
  const [now, before] = screen
    .getAllByRole('region')
    .filter((one) => one.getAttribute('aria-label')?.includes(': '))
  expect(within(now!).getByText('The nodule is 8 mm, not 18.')).toBeTruthy()
  expect(within(before!).queryByText('The nodule is 8 mm, not 18.')).toBeNull()
})
