import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { SERVICE_STATUSES } from '#domain/status/service-status.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'
import { type ActedService, serviceActionsOf } from '#domain/visit/service-actions.ts'

const SERVICE: ActedService = {
  status: 5,
  type: 'Exam_Service',
  isLaboratory: false,
  isReported: false,
  visitStatus: 5,
  isRadiology: true,
  hasMachine: true,
  isOnServer: true,
}
const ALL: Permission[] = ['scan_worklist', 'assign_doctor_to_study', 'appointments']

function shown(change: Partial<ActedService>, permissions: Permission[] = ALL, isOnline = true): string[] {
  const place = { permissions: new Set(permissions), isOnline }
  return serviceActionsOf({ ...SERVICE, ...change }, place).map(({ kind, reason }) =>
    reason ? `${kind}: ${reason}` : kind,
  )
}

test.each(VISIT_STATUSES)('scan_worklist changes the status from In Progress on: visit %i', (visitStatus) => {
  const isStarted = visitStatus >= 4 && visitStatus !== 12
  expect(shown({ visitStatus }).includes('status')).toBe(isStarted)
  expect(shown({ visitStatus }, ['appointments']).includes('status')).toBe(false)
})

test.each(SERVICE_STATUSES)(
  'an examination of status %i is sent to its machine from 4 to below 7',
  (status) => {
    expect(shown({ status }).includes('send_machine')).toBe([4, 5, 6].includes(status))
  },
)

test('a clinical service is sent to no machine', () => {
  expect(shown({ isRadiology: false })).toEqual(['status'])
})

test('a consumable has none of these actions', () => {
  expect(shown({ type: 'Exam_Consumable' })).toEqual([])
})

test('sending names the obstacle: no network, no machine, or a visit that is not synchronised yet', () => {
  expect(shown({ hasMachine: false })).toContain('send_machine: no_machine')
  expect(shown({}, ALL, false)).toContain('send_machine: offline')
  expect(shown({ isOnServer: false })).toContain('send_machine: not_on_server')
})

test('doctors are assigned at radiology visits, with the permission, until the report is signed', () => {
  expect(shown({})).toContain('assign')
  expect(shown({ isRadiology: false }).some((one) => one.startsWith('assign'))).toBe(false)
  expect(shown({}, [])).toContain('assign: no_right')
  expect(shown({ isReported: true })).toContain('assign: reported')
})

test('people who manage appointments send a laboratory service to the laboratory and to no machine', () => {
  expect(shown({ isLaboratory: true, isRadiology: false })).toEqual(['status', 'send_laboratory'])
  expect(shown({ isLaboratory: true, isRadiology: false }, [])).toEqual([])
  expect(shown({ isLaboratory: true, status: 12, isRadiology: false })).toEqual(['status'])
})
