import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PatientStudy } from '#contract/calls/patients.ts'
import { ExaminationCard } from '#src/parts/patient-profile/ExaminationCard.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ session: undefined as unknown }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

afterEach(cleanup)

const STUDY: PatientStudy = {
  study_id: 's1',
  service: 'CT Brain Plain',
  status: 'Signed',
  study_datetime: '2026-11-20T08:00:00Z',
  modality: 'CT',
  branch: 'Andheri',
  visit_no: 'V1',
  is_active_for_patient: 1,
  is_unpaid: 0,
  viewer_url: 'https://viewer.example/s1',
}

test('a signed report is read from the card, but not by a person who only views images', () => {
  const onReport = vi.fn()
  world.session = sessionFields()
  renderInApp(<ExaminationCard study={STUDY} onReport={onReport} />)
  fireEvent.click(screen.getByRole('button', { name: 'View Report' }))
  expect(onReport).toHaveBeenCalledOnce()
  cleanup()
  world.session = sessionFields({ view_image_only: 1 })
  renderInApp(<ExaminationCard study={STUDY} onReport={onReport} />)
  expect(screen.getByRole('button', { name: 'View Image' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'View Report' })).toBeNull()
})
