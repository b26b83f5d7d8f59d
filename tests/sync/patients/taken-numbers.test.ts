import { expect, test, vi } from 'vitest'
import { createPatientIndex } from '#domain/patient/patient-index.ts'
import { findTakenNumbersHere } from '#src/sync/patients/search.ts'
import { ASHA } from '#tests/parts/booking/desk-of.ts'

const index = createPatientIndex<typeof ASHA>()
vi.mock('#src/sync/patients/patient-memory.ts', () => ({
  patientMemory: async () => index,
  withoutMark: (patient: object) => patient,
}))
vi.mock('#src/sync/current-device.ts', () => ({ currentDevice: () => ({ databases: {} }) }))

test('a national id or passport of another patient on this device is named, and the patient’s own is not', async () => {
  index.put({ ...ASHA, id: 'asha', ssn: 'AB12345', passport: 'P7654321' })
  expect(await findTakenNumbersHere({ id: 'new', ssn: 'ab12345 ', passport: 'P0000000' })).toEqual({
    ssn: 'Duplicate National ID!',
  })
  expect(await findTakenNumbersHere({ id: 'new', passport: 'p7654321' })).toEqual({
    passport: 'Duplicate Passport No.!',
  })
  expect(await findTakenNumbersHere({ id: 'asha', ssn: 'AB12345' })).toEqual({})
  expect(await findTakenNumbersHere({ id: 'new', ssn: '', passport: 'AB12345' })).toEqual({})
})
