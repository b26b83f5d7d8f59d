import { expect, test } from 'vitest'
import { patientPaid } from '#domain/money/visit-money.ts'

const VISIT = { net_charges: 900, paid: 500, patient_share: 100 }

test('the patient’s payment is the payment less the scheme’s settlement, and all of it without a settlement', () => {
  expect(patientPaid(VISIT, 2)).toBe(50_000)
  expect(patientPaid({ ...VISIT, settled: 120.5 }, 2)).toBe(37_950)
})
