import { expect, test } from 'vitest'
import { mayChangeOf, ownerOfNew } from '#domain/masters/ownership.ts'

const doctor = { userId: 'd', isDoctor: true, isClientAdmin: false }
const admin = { userId: 'a', isDoctor: false, isClientAdmin: true }
const doctorAndAdmin = { userId: 'b', isDoctor: true, isClientAdmin: true }
const typist = { userId: 't', isDoctor: false, isClientAdmin: false }

test('an item of a doctor belongs to the doctor; items of other people are shared', () => {
  expect([doctor, admin, doctorAndAdmin, typist].map(ownerOfNew)).toEqual(['d', null, null, null])
})

test('a doctor changes only their own items, other people also the shared ones, and nobody another doctor’s', () => {
  const changes = (author: typeof doctor) => ['d', 'b', 'x', null].filter((one) => mayChangeOf(author, one))
  expect(changes(doctor)).toEqual(['d'])
  expect(changes(doctorAndAdmin)).toEqual(['b', null])
  expect(changes(admin)).toEqual([null])
  expect(changes(typist)).toEqual([null])
})
