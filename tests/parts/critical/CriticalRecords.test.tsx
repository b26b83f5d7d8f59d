import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { CriticalRecords } from '#src/parts/critical/CriticalRecords.tsx'
import { STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

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
let record = RECORD
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: () => ({ rows: [record] }) }))
vi.mock('#src/sync/study-parts/use-study.ts', () => ({
  useStudy: () => ({ study: study({ assigned_doctor_id: 'present' }), isLoading: false }),
}))
vi.mock('#src/sync/study-parts/criticals.ts', async (original) => ({
  ...(await original<object>()),
  useRefusedCritical: () => undefined,
}))

// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

afterEach(() => {
  cleanup()
  record = RECORD
})

const show = (user_id: string) => {
  session = sessionFields({ user_id, modules: [] })
  renderInApp(<CriticalRecords studyId={STUDY_ID} />)
}

test('the current doctor of the study fills in the record', () => {
  show('present')
  expect(screen.getByRole('textbox', { name: 'Who was told' })).toBeTruthy()
})

test('the former doctor of the study is informed that the record is no longer theirs', () => {
  show('former')
  expect(screen.queryByRole('textbox', { name: 'Who was told' })).toBeNull()
  expect(screen.getByText('This record is for the doctor of the study.')).toBeTruthy()
})

const STEPS: CriticalRow['steps'] = [
  { kind: 'Link_Sent', on: '2026-11-20T09:05:00.000Z', by: 'Dr Asha', told: 'Dr Rao', told_ids: [] },
  { kind: 'Escalated', on: '2026-11-20T10:00:00.000Z', by: '', told: 'Dr Mehta', told_ids: ['lead'] },
]

test('the record shows its history, and an escalated one is overdue', () => {
  record = { ...RECORD, steps: STEPS }
  show('present')
  expect(screen.getByText('Overdue')).toBeTruthy()
  const steps = screen.getByRole('list', { name: 'What happened since' })
  expect(steps.textContent).toContain('Dr Asha sent a link to Dr Rao')
  expect(steps.textContent).toContain('No call was recorded in time. Passed on to Dr Mehta')
})

test('the server’s automatic steps for the referrer are shown, with the reason if they failed', () => {
  const [step] = STEPS
  if (!step) throw new Error('no step')
  const own = { ...step, by: '', told: '' }
  record = {
    ...RECORD,
    steps: [
      { ...own, kind: 'Link_Sent', told: 'Dr Rao' },
      { ...own, kind: 'Link_No_Address' },
      { ...own, kind: 'Link_No_Way', told: 'Dr Rao' },
    ],
  }
  show('present')
  const steps = screen.getByRole('list', { name: 'What happened since' }).textContent
  expect(steps).toContain('A link was sent to Dr Rao automatically')
  expect(steps).toContain('no e-mail address or mobile number of the referrer is known')
  expect(steps).toContain('No link was sent to Dr Rao automatically: your centre has no way to send it')
})

test('a record that the referrer closed names the confirmation and no person', () => {
  const told = {
    told_to: 'Dr Rao',
    told_how: 'E_mail',
    told_on: '2026-11-20T10:05:00.000Z',
    read_back: 1,
  } as const
  record = { ...RECORD, ...told, closed_on: '2026-11-20T10:05:00.000Z', closed_by: '' }
  show('present')
  expect(screen.getByText(/^Closed by the referrer’s confirmation, /)).toBeTruthy()
})

test('a recorded call removes the mark, and the steps stay', () => {
  const told = { told_to: 'Dr Rao', told_how: 'Phone', told_on: '2026-11-20T10:05:00.000Z' } as const
  record = { ...RECORD, ...told, steps: STEPS }
  show('present')
  expect(screen.queryByText('Overdue')).toBeNull()
  expect(screen.getByRole('list', { name: 'What happened since' })).toBeTruthy()
})
