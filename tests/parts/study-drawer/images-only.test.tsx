import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawerTab, StudyPanel } from '#src/parts/study-drawer/StudyPanel.tsx'
import { study } from '#tests/features/report/fixtures.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

let session = sessionFields()
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/study-parts/use-history.ts', async () => {
  const { study: one } = await import('#tests/features/report/fixtures.ts')
  const studies = [one({ id: '01990000-0000-7000-8000-00000000beef', study_desc: 'Prior' })]
  return { useHistory: () => ({ studies, upcoming: [], from: 'server', isLoading: false }) }
})
vi.mock('#src/parts/no-of-reports/NoOfReports.tsx', () => ({ NoOfReports: () => null }))
vi.mock('#src/parts/study-drawer/StudyActions.tsx', () => ({ StudyActions: () => null }))
vi.mock('#src/parts/study-drawer/ExaminationTab.tsx', () => ({ ExaminationTab: () => <p>Facts</p> }))
vi.mock('#src/parts/study-drawer/ReportsTab.tsx', () => ({ ReportsTab: () => <p>Text of the report</p> }))

afterEach(cleanup)

function show(tab: DrawerTab, view_image_only: 0 | 1) {
  session = sessionFields({ view_image_only })
  const nothing = () => undefined
  renderInApp(<StudyPanel study={study({ status: 'Signed' })} tab={tab} onTab={nothing} onClose={nothing} />)
}
const ways = () =>
  [...screen.queryAllByRole('tab'), ...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')]
    .map((one) => one.textContent)
    .filter((text) => ['Reports', 'Preview Report', 'Write report', 'Compare'].includes(text ?? ''))

test('a person who reads reports reaches them from the study', () => {
  show('history', 0)
  expect(ways()).toEqual(['Reports', 'Compare', 'Preview Report', 'Write report'])
})

test.each(['examination', 'reports', 'history'] as const)(
  'a person who only views images cannot read a report from the study opened at %s',
  (tab) => {
    show(tab, 1)
    expect(ways()).toEqual([])
    expect(screen.queryByText('Text of the report')).toBeNull()
  },
)
