import { expect, test } from 'vitest'
import { namedService } from '#src/features/booking-requests/named-service.ts'

const SERVICES = ['CT Brain Plain', 'CT Brain Contrast', 'USG KUB', 'X-Ray Chest PA', 'X-Ray Knee'].map(
  (name) => ({
    id: name,
    name,
  }),
)

test.each([
  ['CT Brain Plain', 'CT Brain Plain'],
  ['ct brain, plain', 'CT Brain Plain'],
  ['Please: USG KUB for stones', 'USG KUB'],
  ['Chest PA', 'X-Ray Chest PA'],
  ['CT Brain', undefined],
  ['CT', undefined],
  ['CT Brain Plain and USG KUB', undefined],
  ['MRI Knee', undefined],
  ['', undefined],
])('a request for %j selects %j', (text, name) => {
  expect(namedService(text, SERVICES)?.name).toBe(name)
})
