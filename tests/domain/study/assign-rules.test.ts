import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { assignScope, canSelectForAssignment, isAssignmentLocked } from '#domain/study/assign-rules.ts'

const person = (part: { isClientAdmin?: boolean; isDoctor?: boolean; permissions?: Permission[] } = {}) => ({
  isClientAdmin: false,
  isDoctor: false,
  permissions: [] as Permission[],
  ...part,
})
const free = { status: 'Pending', assigned_doctor_id: null } as const
const taken = { ...free, assigned_doctor_id: 'somebody' }

test.each([
  ['an administrator of the client', person({ isClientAdmin: true }), 'anybody', 'anybody'],
  ['whoever assigns doctors', person({ permissions: ['assign_doctor_to_study'] }), 'anybody', 'anybody'],
  ['a doctor without the permission', person({ isDoctor: true }), 'oneself', undefined],
  ['anybody else', person(), undefined, undefined],
])('%s assigns to a free and to a taken study as the role allows', (_, who, toFree, toTaken) => {
  expect([assignScope(who, free), assignScope(who, taken)]).toEqual([toFree, toTaken])
})

test('only Pending can be selected for bulk assignment; Signed and Verified are locked', () => {
  expect(REPORT_STATUSES.filter((status) => canSelectForAssignment({ status }))).toEqual(['Pending'])
  expect(REPORT_STATUSES.filter((status) => isAssignmentLocked({ status }))).toEqual(['Signed', 'Verified'])
})
