import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StudyTable } from '#src/parts/study-table/StudyTable.tsx'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

let session = sessionFields()
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/parts/report-preview/ReportPreview.tsx', () => ({
  ReportPreview: ({ studyId }: { studyId: string }) => <div role="dialog">Preview of {studyId}</div>,
}))
vi.mock('#src/parts/study-drawer/StudyDrawer.tsx', () => ({
  StudyDrawer: ({ studyId }: { studyId: string }) => <div role="dialog">Study {studyId}</div>,
}))

beforeEach(() => {
  session = sessionFields()
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Presses Enter on the first row. */
async function enter(row: StudyListRow) {
  const page = { start: 0, total: 1, total_records: 1, cur_page: 1 }
  const list = { rows: [row], page, from: 'device' as const, isLoading: false, refresh: vi.fn() }
  renderInApp(<StudyTable list={list} width={1_400} />)
  // Observers report the sizes in a later turn.
  await act(async () => {})
  for (const key of ['j', 'Enter']) fireEvent.keyDown(document.body, { key })
  await act(async () => {})
}

test('a row opens its report', async () => {
  await enter(studyRowOf({ id: 'a', status: 'Signed' }))
  expect((await screen.findByRole('dialog')).textContent).toBe('Preview of a')
})

test('a row without a report opens the study itself', async () => {
  await enter(studyRowOf({ id: 'a', status: 'Pending' }))
  expect((await screen.findByRole('dialog')).textContent).toBe('Study a')
})

test('for a person who only views images a row opens no report', async () => {
  session = sessionFields({ view_image_only: 1 })
  await enter(studyRowOf({ id: 'a', status: 'Signed' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a row is marked if an AI company calls the study critical and nobody tagged it', async () => {
  const ai_report = { id: 'ai1', status: 'Ready', critical: 1 } as const
  await enter(studyRowOf({ id: 'a', ai_report }))
  expect(screen.getByText('AI: critical')).toBeDefined()
  cleanup()
  await enter(studyRowOf({ id: 'a', ai_report, tag_critical: 'Bleed' }))
  expect(screen.queryByText('AI: critical')).toBeNull()
})
