import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_WORDS } from '#domain/leakage/line-words.ts'
import {
  hasAmount,
  isExplained,
  isReasonOf,
  LEAK_LINES,
  LEAK_REASONS,
  needsNote,
  REASONS_OF_LINE,
} from '#domain/leakage/lines.ts'
import {
  belowListOf,
  DOUBLE_DAYS,
  isCancelledScan,
  isNoShow,
  isRefundAfterReport,
  isSamePerson,
  isScannedFree,
  type LeakService,
  overHeadOf,
  stakeOfFree,
  unpaidAfterReport,
} from '#domain/leakage/rules.ts'

const service = (more: Partial<LeakService> = {}): LeakService => ({
  status: 7,
  isExam: true,
  charges: 4800_00,
  net: 4800_00,
  list: 4800_00,
  ...more,
})

test('a scanned examination at no charge is a leak of its list price; a consumable is not', () => {
  expect(isScannedFree(service({ net: 0 }))).toBe(true)
  expect(isScannedFree(service({ net: 1 }))).toBe(false)
  expect(isScannedFree(service({ net: 0, status: 6 }))).toBe(false)
  expect(isScannedFree(service({ net: 0, isExam: false }))).toBe(false)
  expect(stakeOfFree(service({ net: 0, charges: 0 }))).toBe(4800_00)
  expect(stakeOfFree(service({ net: 0, list: null }))).toBe(4800_00)
  expect(stakeOfFree(service({ net: 0, charges: 0, list: null }))).toBeNull()
})

test('charges below the list price are compared only if a list price was stored', () => {
  expect(belowListOf(service({ charges: 4000_00, net: 4000_00 }))).toBe(800_00)
  expect(belowListOf(service({ charges: 4000_00, net: 4000_00, list: null }))).toBe(0)
  expect(belowListOf(service({ charges: 5000_00, net: 5000_00 }))).toBe(0)
  expect(belowListOf(service({ charges: 4000_00, net: 4000_00, status: 12 }))).toBe(0)
})

test('a discount within the percentage of its head is no leak, and a larger one is a leak of the rest', () => {
  expect(overHeadOf(1000_00, 100_00, 10)).toBe(0)
  expect(overHeadOf(1000_00, 150_00, 10)).toBe(50_00)
  expect(overHeadOf(1000_00, 150_00, undefined)).toBe(0)
})

test('the patient’s debt after the report counts, and the scheme’s share does not', () => {
  expect(unpaidAfterReport(true, { net: 1000_00, paid: 400_00, share: 100 })).toBe(600_00)
  expect(unpaidAfterReport(true, { net: 1000_00, paid: 400_00, share: 40 })).toBe(0)
  expect(unpaidAfterReport(false, { net: 1000_00, paid: 0, share: 100 })).toBe(0)
})

test('a scan cancelled after its start and a refund after the signature are leaks', () => {
  const scanStart = new Date('2026-11-20T05:00:00Z')
  expect(isCancelledScan(service({ status: 12, scanStart }))).toBe(true)
  expect(isCancelledScan(service({ status: 12 }))).toBe(false)
  expect(isCancelledScan(service({ status: 7, scanStart }))).toBe(false)
  expect(isRefundAfterReport(new Date('2026-11-20T06:00:00Z'), scanStart)).toBe(true)
  expect(isRefundAfterReport(scanStart, scanStart)).toBe(false)
  expect(isRefundAfterReport(scanStart, undefined)).toBe(false)
})

test('a no-show: the day is over, and the visit was neither started nor cancelled', () => {
  const visit = { status: 2, hasStarted: false, day: '2026-11-20' }
  expect(isNoShow(visit, '2026-11-21')).toBe(true)
  expect(isNoShow(visit, '2026-11-20')).toBe(false)
  expect(isNoShow({ ...visit, status: 12 }, '2026-11-21')).toBe(false)
  expect(isNoShow({ ...visit, status: 4 }, '2026-11-21')).toBe(false)
  expect(isNoShow({ ...visit, hasStarted: true }, '2026-11-21')).toBe(false)
})

test('two records are one person by name with date of birth or with phone', () => {
  const one = { name: 'Meera  Nair', dob: '1984-03-02', mobile: '9000112345' }
  expect(isSamePerson(one, { name: ' meera nair', dob: '1984-03-02', mobile: '' })).toBe(true)
  expect(isSamePerson(one, { name: 'Meera Nair', dob: null, mobile: '9000112345' })).toBe(true)
  expect(isSamePerson(one, { name: 'Meera Nair', dob: '1984-03-03', mobile: '' })).toBe(false)
  expect(isSamePerson({ ...one, dob: null, mobile: '' }, { name: 'Meera Nair', dob: null, mobile: '' })).toBe(
    false,
  )
  expect(isSamePerson(one, { ...one, name: 'Meena Nair' })).toBe(false)
})

const money = fc.nat(9_999_999)

test('no rule finds a negative amount or more than was billed or listed', () => {
  fc.assert(
    fc.property(
      money,
      money,
      fc.option(money),
      fc.constantFrom(5, 6, 7, 12),
      fc.integer({ min: 0, max: 10_000 }),
      (charges, discount, list, status, hundredths) => {
        const below = belowListOf({ status, isExam: true, charges, net: charges, list })
        expect(below).toBeGreaterThanOrEqual(0)
        expect(below).toBeLessThanOrEqual(list ?? 0)
        const over = overHeadOf(charges, discount, hundredths / 100)
        expect(over).toBeGreaterThanOrEqual(0)
        expect(over).toBeLessThanOrEqual(discount)
        const owed = unpaidAfterReport(true, { net: charges, paid: discount, share: hundredths / 100 })
        expect(owed).toBeGreaterThanOrEqual(0)
        expect(owed).toBeLessThanOrEqual(charges)
      },
    ),
  )
})

test('one line of a visit is never both free of charge and below its list price', () => {
  fc.assert(
    fc.property(money, fc.option(money), fc.constantFrom(5, 6, 7, 12), (charges, list, status) => {
      const one = { status, isExam: true, charges, net: 0, list }
      expect(isScannedFree(one) && belowListOf(one) > 0).toBe(false)
    }),
  )
})

test('two records match as one person in either order', () => {
  const patient = fc.record({
    name: fc.constantFrom('Meera Nair', 'meera nair ', 'Meena Nair', ''),
    dob: fc.constantFrom('1984-03-02', '1990-01-01', null),
    mobile: fc.constantFrom('', '1', '2'),
  })
  fc.assert(
    fc.property(patient, patient, (one, other) => {
      expect(isSamePerson(one, other)).toBe(isSamePerson(other, one))
    }),
  )
})

test('an explanation covers exactly the amount at stake, until the entry is reopened', () => {
  expect(isExplained(undefined, 100)).toBe(false)
  expect(isExplained({ act: 'Explained', minor: 100 }, 100)).toBe(true)
  expect(isExplained({ act: 'Explained', minor: 100 }, 99)).toBe(true)
  expect(isExplained({ act: 'Explained', minor: 100 }, 101)).toBe(false)
  expect(isExplained({ act: 'Reopened', minor: 100 }, 100)).toBe(false)
  expect(isExplained({ act: 'Explained', minor: null }, null)).toBe(true)
  expect(isExplained({ act: 'Explained', minor: null }, 1)).toBe(false)
  expect(isExplained({ act: 'Explained', minor: 0 }, null)).toBe(true)
})

test('each line offers reasons, each reason belongs to a line, and only the free reason requires words', () => {
  for (const line of LEAK_LINES) {
    expect(REASONS_OF_LINE[line].at(-1)).toBe('Other')
    expect(new Set(REASONS_OF_LINE[line]).size).toBe(REASONS_OF_LINE[line].length)
  }
  for (const reason of LEAK_REASONS) expect(LEAK_LINES.some((line) => isReasonOf(line, reason))).toBe(true)
  expect(LEAK_REASONS.filter(needsNote)).toEqual(['Other'])
  expect(LEAK_LINES.filter((line) => !hasAmount(line))).toEqual(['unmatched_study', 'double_patient'])
})

test('the days between two visits of one person under two records are those that the board names', () => {
  expect(LINE_WORDS.double_patient.hint).toContain(`within ${DOUBLE_DAYS} days`)
})
