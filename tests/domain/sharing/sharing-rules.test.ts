import { expect, test } from 'vitest'
import { expiryProblem, linkEnd } from '#domain/sharing/expiry.ts'
import { isProof, PROOF_TRIES, proofKindOf } from '#domain/sharing/proof.ts'
import {
  ACTIVATION_DAYS,
  activationProblem,
  imagesHeldBack,
  reportHeldBack,
  SHARED_ACTIVATION_DAYS,
  waitsForPayment,
} from '#domain/sharing/results.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const after = (expiry: number, expiry_type: 'Minutes' | 'Hours' | 'Days') =>
  ({ is_expiry: 1, expiry_type, expiry }) as const

test.each([
  [after(0, 'Minutes'), 'The link would be over already'],
  [after(-5, 'Days'), 'The link would be over already'],
  [after(1.5, 'Hours'), 'Enter a whole number'],
  [after(366, 'Days'), 'A link lasts 365 days at most'],
  [after(365, 'Days'), undefined],
  [after(1, 'Minutes'), undefined],
  [{ ...after(-5, 'Days'), is_expiry: 0 } as const, undefined],
])('the expiry %j: %j', (choice, problem) => {
  expect(expiryProblem(choice)).toBe(problem)
})

test('a link expires after the chosen time, by default after ninety days', () => {
  expect(linkEnd(after(30, 'Minutes'), NOW).toISOString()).toBe('2026-11-21T09:30:00.000Z')
  expect(linkEnd(after(2, 'Hours'), NOW).toISOString()).toBe('2026-11-21T11:00:00.000Z')
  expect(linkEnd({ ...after(1, 'Minutes'), is_expiry: 0 }, NOW).toISOString()).toBe(
    '2027-02-19T09:00:00.000Z',
  )
})

test.each([0, -1, 3651, 1.5, Number.NaN])('%s days are not valid for an activation', (days) => {
  expect(activationProblem(days)).toBe('Enter days from 1 to 3650')
})
test.each([1, 30, 60, 90, 3650])('%s days are valid', (days) => {
  expect(activationProblem(days)).toBeUndefined()
})

test.each([
  [true, 'Pending', true],
  [true, 'Partial_Paid', true],
  [true, 'Paid', false],
  [true, '', false],
  [false, 'Pending', false],
])('a client that waits (%s) with a bill %j: held back is %s', (waits, status, held) => {
  expect(waitsForPayment(waits, status)).toBe(held)
})

test('a patient sees images once activated and paid, and the report once it is also signed', () => {
  const shown = { is_active_for_patient: 1, status: 'Signed', is_unpaid: false } as const
  expect([imagesHeldBack(shown), reportHeldBack(shown)]).toEqual([undefined, undefined])
  expect(reportHeldBack({ ...shown, status: 'ReadyForSign' })).toBe('not_signed')
  expect(imagesHeldBack({ ...shown, is_active_for_patient: 0 })).toBe('not_activated')
  expect(imagesHeldBack({ ...shown, is_unpaid: true })).toBe('unpaid')
})

test('the date of birth is requested, the number if no date is known, and nothing if neither is known', () => {
  const born = { birth_date: '1984-03-02', pat_id: 'SAN-1' }
  const unborn = { birth_date: null, pat_id: 'SAN-1' }
  expect([born, unborn, { birth_date: null, pat_id: ' ' }].map(proofKindOf)).toEqual([
    'birth_date',
    'pat_id',
    undefined,
  ])
  expect(isProof(born, '1984-03-02')).toBe(true)
  expect(isProof(born, 'SAN-1')).toBe(false)
  expect(isProof(unborn, ' san-1 ')).toBe(true)
  expect(isProof(unborn, '')).toBe(false)
  expect(isProof({ birth_date: null, pat_id: '' }, '')).toBe(false)
})

test('one, two or three months are offered, shared access lasts a month, and five wrong answers are allowed', () => {
  expect(ACTIVATION_DAYS).toEqual([30, 60, 90])
  expect(SHARED_ACTIVATION_DAYS).toBe(30)
  expect(PROOF_TRIES).toBe(5)
})
