import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { NoOfReports } from '#src/parts/no-of-reports/NoOfReports.tsx'
import { updateNoOfReports } from '#src/sync/reports/save-report.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => sessionFields({ modules: ['edit_no_of_reports'] }),
}))
vi.mock('#src/sync/reports/use-reports-here.ts', () => ({ useReportsHere: () => [] }))
vi.mock('#src/sync/reports/save-report.ts', () => ({ updateNoOfReports: vi.fn(async () => undefined) }))

const id = '01970000-0000-7000-8000-000000000001'
beforeEach(() => vi.mocked(updateNoOfReports).mockClear())
afterEach(cleanup)

async function choose(part: Partial<StudyRow>, number: string) {
  renderInApp(<NoOfReports study={studyRowOf({ id, ...part })} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'No. of Reports' }))
  await userEvent.click(await screen.findByRole('option', { name: number }))
}

test('another report beside a verified one raises a question first, and nothing happens without a yes', async () => {
  await choose({ status: 'Verified', signed_reports: 1 }, '2')
  const question = await screen.findByRole('dialog', { name: 'Set 2 reports' })
  expect(question.textContent).toContain(
    'This study is Verified. What is signed stays as it is: readable, shared and locked.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(updateNoOfReports).not.toHaveBeenCalled()
})

test('with a yes the number is set', async () => {
  await choose({ status: 'Signed', signed_reports: 1 }, '3')
  await userEvent.click(await screen.findByRole('button', { name: 'Set 3 reports' }))
  expect(updateNoOfReports).toHaveBeenCalledWith(id, 3)
})

test('if nothing is signed, and if the number falls, no question is asked', async () => {
  await choose({ status: 'Draft' }, '2')
  expect(updateNoOfReports).toHaveBeenCalledWith(id, 2)
  cleanup()
  await choose({ status: 'Pending', no_of_reports: 3, signed_reports: 1 }, '2')
  expect(updateNoOfReports).toHaveBeenCalledTimes(2)
})
