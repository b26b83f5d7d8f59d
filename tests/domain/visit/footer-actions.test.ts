import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { VISIT_STATUSES, type VisitStatus } from '#domain/status/visit-status.ts'
import { footerActionsOf } from '#domain/visit/footer-actions.ts'

interface Who {
  permissions?: Permission[]
  isClinicDoctor?: boolean
  isOnline?: boolean
}

/** Returns `kind` for an action that can be pressed, `kind: reason` for one that is shown and cannot. */
function shown(status: VisitStatus, isRadiology: boolean, who: Who = {}): string[] {
  const { permissions = ['appointments'], isClinicDoctor = false, isOnline = true } = who
  const place = { permissions: new Set(permissions), isClinicDoctor, isOnline }
  return footerActionsOf({ status, isRadiology }, place).map(({ kind, reason }) =>
    reason ? `${kind}: ${reason}` : kind,
  )
}

const SCANNING = ['edit', 'cancel: scan_begun']
const REPORTED = ['edit: reported', 'cancel: scan_begun']

const AT_THE_DESK: Record<VisitStatus, readonly string[]> = {
  1: ['edit', 'cancel', 'confirm', 'start'],
  2: ['edit', 'cancel', 'start'],
  3: ['edit', 'cancel', 'confirm', 'start'],
  4: ['edit', 'cancel'],
  5: ['edit', 'cancel'],
  6: SCANNING,
  7: SCANNING,
  8: SCANNING,
  9: REPORTED,
  10: REPORTED,
  11: ['edit: completed'],
  12: [],
}

test.each(VISIT_STATUSES)('the desk at a radiology visit of status %i', (status) => {
  expect(shown(status, true)).toEqual(AT_THE_DESK[status])
})

const NO_RIGHT: Record<VisitStatus, readonly string[]> = {
  1: ['edit: no_right', 'cancel: no_right', 'confirm: no_right', 'complete: not_started', 'start: no_right'],
  2: ['edit: no_right', 'cancel: no_right', 'complete: not_started', 'start: no_right'],
  3: ['edit: no_right', 'cancel: no_right', 'confirm: no_right', 'complete: not_started', 'start: no_right'],
  4: ['edit: no_right', 'cancel: no_right', 'complete'],
  5: ['edit: no_right', 'cancel: no_right', 'complete: not_started'],
  6: ['edit: no_right', 'cancel: scan_begun', 'complete: not_started'],
  7: ['edit: no_right', 'cancel: scan_begun', 'complete: not_started'],
  8: ['edit: no_right', 'cancel: scan_begun', 'complete: not_started'],
  9: ['edit: reported', 'cancel: scan_begun', 'complete: not_started'],
  10: ['edit: reported', 'cancel: scan_begun', 'complete: not_started'],
  11: ['edit: completed'],
  12: [],
}

test.each(VISIT_STATUSES)(
  'a clinic doctor without the desk’s right at a clinical visit of status %i completes it once it has started',
  (status) => {
    expect(shown(status, false, { permissions: [], isClinicDoctor: true })).toEqual(NO_RIGHT[status])
  },
)

test('the desk sees Complete at a clinical visit with the reason why only a doctor may use it', () => {
  expect(shown(4, false)).toEqual(['edit', 'cancel', 'complete: no_clinic_doctor'])
})

test.each(VISIT_STATUSES)('offline only Cancel is unavailable, at status %i too', (status) => {
  const online = shown(status, true)
  const offline = shown(status, true, { isOnline: false })
  expect(offline).toEqual(online.map((one) => (one === 'cancel' ? 'cancel: offline' : one)))
})
