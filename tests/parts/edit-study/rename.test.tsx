import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import { EditStudyForm } from '#src/parts/edit-study/EditStudyForm.tsx'
import { editStudy } from '#src/sync/study-parts/edit-study.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

let reports: Partial<ReportRow>[] = []
vi.mock('#src/sync/reports/use-reports-here.ts', () => ({ useReportsHere: () => reports }))
vi.mock('#src/sync/study-parts/edit-study.ts', () => ({
  editStudy: vi.fn(async () => undefined),
  useRefusedEdit: () => undefined,
}))
beforeEach(() => vi.mocked(editStudy).mockClear())
afterEach(cleanup)

const SIGNED: Partial<ReportRow> = {
  id: 'r1',
  report_no: 1,
  report_name: 'CT Chest',
  status: 'Verified',
  signed_by_doctor: 'Dr. Iyer',
  signed_on: '2026-11-20T08:00:00.000Z',
}

async function correct(label: string, text: string) {
  const study = studyRowOf({ id: '01970000-0000-7000-8000-000000000009', signed_reports: 1 })
  const { container } = renderInApp(<EditStudyForm study={study} onDone={vi.fn()} />)
  const field = screen.getByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, text)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return container
}

test('a name that is on signed reports is corrected only after a question that names them', async () => {
  reports = [SIGNED, { id: 'r2', report_no: 2, report_name: '', status: 'Draft' }]
  await correct('Patient name', 'Meera Rao')
  const question = await screen.findByRole('dialog', { name: 'Correct the name under signed reports?' })
  expect(question.textContent).toContain('signed under the name “Test Person”')
  const lines = within(question).getAllByRole('listitem')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.textContent).toContain('Report 1, CT Chest · Dr. Iyer')
  expect(editStudy).not.toHaveBeenCalled()
  await userEvent.click(within(question).getByRole('button', { name: 'Correct the name' }))
  await vi.waitFor(() => expect(editStudy).toHaveBeenCalledOnce())
})

test('another field, and a name without signed reports, are corrected without a question', async () => {
  reports = [SIGNED]
  await correct('Study description', 'CT Thorax')
  await vi.waitFor(() => expect(editStudy).toHaveBeenCalledOnce())
  cleanup()
  reports = [{ ...SIGNED, status: 'Draft' }]
  await correct('Patient name', 'Meera Rao')
  await vi.waitFor(() => expect(editStudy).toHaveBeenCalledTimes(2))
})

test('a correction that could not be stored says so at its button', async () => {
  reports = []
  vi.mocked(editStudy).mockRejectedValueOnce(new Error('This device is full'))
  const form = await correct('Study description', 'CT Thorax')
  await expectRefusedAt(form, 'This device is full')
})
