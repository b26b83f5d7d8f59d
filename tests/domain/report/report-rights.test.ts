import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { canSignReport, canVerifyReport, canWriteReport } from '#domain/report/report-rights.ts'

const person = (change: { isDoctor?: boolean; canSign?: boolean; permissions?: Permission[] } = {}) => ({
  userId: 'me',
  isDoctor: change.isDoctor ?? true,
  canSign: change.canSign ?? true,
  permissions: new Set(change.permissions),
})
const study = (assigned: string | null, signer: string | null = null) => ({
  assigned_doctor_id: assigned,
  signed_by_doctor_id: signer,
  status: 'Draft' as const,
})

test('a doctor writes unassigned reports and their own, and another’s only with assign_doctor_to_study', () => {
  expect(canWriteReport(person(), study(null))).toBe(true)
  expect(canWriteReport(person(), study('me'))).toBe(true)
  expect(canWriteReport(person(), study('other', 'me'))).toBe(true)
  expect(canWriteReport(person(), study('other'))).toBe(false)
  expect(canWriteReport(person({ permissions: ['assign_doctor_to_study'] }), study('other'))).toBe(true)
  expect(canWriteReport(person({ isDoctor: false }), study(null))).toBe(false)
})

test('a named signer keeps the right to sign', () => {
  expect(canSignReport(person(), study('me'))).toBe(true)
  expect(canSignReport(person(), study('me', 'other'))).toBe(false)
  expect(canSignReport(person({ canSign: false }), study('me'))).toBe(false)
  expect(canSignReport(person({ permissions: ['assign_doctor_to_study'] }), study('me', 'other'))).toBe(true)
})

test('verify is offered at Signed to people with verify_report', () => {
  const verifier = person({ permissions: ['verify_report'] })
  expect(canVerifyReport(verifier, { ...study('other'), status: 'Signed' })).toBe(true)
  expect(canVerifyReport(verifier, study('other'))).toBe(false)
  expect(canVerifyReport(person(), { ...study('other'), status: 'Signed' })).toBe(false)
})
