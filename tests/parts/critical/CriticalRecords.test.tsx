import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { CriticalRecords } from '#src/parts/critical/CriticalRecords.tsx'
import { STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'

const RECORD: CriticalRow & { isWaiting: boolean } = {
  id: 'c1',
  rev: 1,
  study_id: STUDY_ID,
  tag_id: 't1',
  tag: 'Critical result',
  opened_by: 'Dr Asha',
  opened_on: '2026-11-20T09:00:00.000Z',
  doctor_id: 'former',
  told_to: '',
  told_how: '',
  told_on: null,
  read_back: 0,
  note: '',
  closed_by: '',
  closed_on: null,
  isWaiting: false,
}

let session: SessionFields | undefined
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: () => ({ rows: [RECORD] }) }))
vi.mock('#src/sync/study-parts/use-study.ts', () => ({
  useStudy: () => ({ study: study({ assigned_doctor_id: 'present' }), isLoading: false }),
}))
vi.mock('#src/sync/study-parts/criticals.ts', async (original) => ({
  ...(await original<object>()),
  useRefusedCritical: () => undefined,
}))

// The growing field listens to fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

afterEach(cleanup)

const show = (user_id: string) => {
  session = sessionFields({ user_id, modules: [] })
  renderInApp(<CriticalRecords studyId={STUDY_ID} />)
}

test('the doctor who has the study now fills the record', () => {
  show('present')
  expect(screen.getByRole('textbox', { name: 'Who was told' })).toBeTruthy()
})

test('the doctor who had the study is told that the record is not theirs any more', () => {
  show('former')
  expect(screen.queryByRole('textbox', { name: 'Who was told' })).toBeNull()
  expect(screen.getByText('This record is for the doctor of the study.')).toBeTruthy()
})
