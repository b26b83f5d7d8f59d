import { expect, test } from 'vitest'
import type { ReferredStudy } from '#contract/calls/patients.ts'
import { reportReason, viewerReason } from '#src/features/home/my-patients/row-reasons.ts'

const row: ReferredStudy = {
  id: 'service',
  study_id: 'study',
  start_dt: '2026-11-21T09:00:00Z',
  pat_id: 'SAN-1',
  pat_name: 'Asha Kamat',
  service: 'CT Chest',
  status: 'Verified',
  viewer_url: 'https://viewer.example/1',
  is_unpaid: 0,
}

test('a referrer opens the images of a study that has a viewer, whatever its status', () => {
  expect(viewerReason({ ...row, status: 'Pending' }, true)).toBeUndefined()
  expect(viewerReason({ ...row, study_id: null }, true)).toBe('There are no images yet')
  expect(viewerReason({ ...row, viewer_url: '' }, true)).toMatch(/not shown outside/)
})

test.each(['Pending', 'Draft', 'ReadyForSign', 'Signed'] as const)(
  'a report at %s cannot be read',
  (status) => {
    expect(reportReason({ ...row, status }, true)).toBe('The report is not verified yet')
  },
)

test('a verified report is read online, and after payment if it is required', () => {
  expect(reportReason(row, true)).toBeUndefined()
  expect(reportReason(row, false)).toBe('Results need the network')
  expect(reportReason({ ...row, is_unpaid: 1 }, true)).toBe('Released once the bill is paid')
})
