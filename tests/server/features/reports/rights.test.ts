import { expect, test } from 'vitest'
import {
  canReadReport,
  canSignReport,
  canVerifyReport,
  canWriteReport,
} from '#server/features/reports/public/rights.ts'
import { reportScopes } from '#server/features/reports/public/store.ts'
import type { Caller } from '#server/kernel/context.ts'
import { callerOf } from '../../kernel/helpers/caller-of.ts'

const ME: Caller = {
  ...callerOf('client', ['north']),
  userId: 'me',
  permissions: new Set(),
  isDoctor: true,
  canSign: true,
}
const who = (change: Partial<Caller>) => ({ ...ME, ...change })
const ASSIGNER = who({ permissions: new Set(['assign_doctor_to_study'] as const) })
const of = (assigned: string | null, signer: string | null) => ({
  assigned_doctor_id: assigned,
  signed_by_doctor_id: signer,
})

test('a doctor writes for a study that is unassigned, their own, or assignable to them', () => {
  const mayWrite = (caller: Caller) =>
    [of(null, null), of('me', 'other'), of('other', 'me'), of('other', null), of(null, 'other')].map(
      (study) => canWriteReport(caller, study),
    )
  expect(mayWrite(ME)).toEqual([true, true, true, false, false])
  expect(mayWrite(ASSIGNER)).toEqual([true, true, true, true, true])
  expect(mayWrite({ ...ASSIGNER, isDoctor: false })).toEqual([false, false, false, false, false])
})

test('a doctor signs what they may write, unless another signer is assigned', () => {
  const maySign = (caller: Caller) =>
    [of(null, null), of('me', 'other'), of('me', null), of('other', 'me'), of('other', null)].map((study) =>
      canSignReport(caller, study),
    )
  expect(maySign(ME)).toEqual([true, false, true, true, false])
  expect(maySign(ASSIGNER)).toEqual([true, true, true, true, true])
  expect(maySign({ ...ASSIGNER, canSign: false })).toEqual([false, false, false, false, false])
})

test('only a user with the right verifies a signed study', () => {
  const verifier = who({ permissions: new Set(['verify_report'] as const) })
  expect(canVerifyReport(verifier, { status: 'Signed' })).toBe(true)
  expect(canVerifyReport(verifier, { status: 'Draft' })).toBe(false)
  expect(canVerifyReport(ME, { status: 'Signed' })).toBe(false)
})

test('a user who sees studies only by the patient portal reads signed reports of activated ones', () => {
  const portal = who({
    isDoctor: false,
    permissions: new Set(['view_patient_portal_archives'] as const),
  })
  const mayRead = (caller: Caller, status: 'Signed' | 'Draft', isActive: 0 | 1) =>
    canReadReport(caller, { ...of(null, null), is_active_for_patient: isActive }, { status })
  expect([mayRead(portal, 'Signed', 1), mayRead(portal, 'Signed', 0), mayRead(portal, 'Draft', 1)]).toEqual([
    true,
    false,
    false,
  ])
  const staff = who({ permissions: new Set(['view_archives'] as const) })
  expect(mayRead(staff, 'Draft', 0)).toBe(true)
})

test('a signed report is where its study is, and a draft is with its doctors and its last author', () => {
  const study = { branch_id: 'north', ...of('me', 'signer') }
  expect(reportScopes({ status: 'Signed', updated_by: 'author' }, study)).toContain('branch:north')
  expect(reportScopes({ status: 'Draft', updated_by: 'author' }, study)).toEqual([
    'doctor:me',
    'doctor:signer',
    'doctor:author',
  ])
  expect(reportScopes({ status: 'Draft', updated_by: 'me' }, { ...study, ...of('me', null) })).toEqual([
    'doctor:me',
  ])
})
