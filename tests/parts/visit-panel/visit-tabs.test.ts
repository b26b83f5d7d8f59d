import { expect, test } from 'vitest'
import { findPriced } from '#contract/calls/priced-visit.ts'
import { tabsOf } from '#src/parts/visit-panel/visit-tabs.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { visitRowOf } from '#tests/helpers/device/visit-row.ts'

const tabs = (part: Parameters<typeof sessionFields>[0], is_radiology: 0 | 1 = 1) =>
  tabsOf({ is_radiology }, sessionFields(part))

test('payments are a tab for people with rights to money, the clinic for its doctors', () => {
  expect(tabs({ modules: ['scan_worklist'] })).toEqual([1, 2])
  expect(tabs({ modules: ['appointments'] })).toEqual([1, 2, 3])
  expect(tabs({ modules: [], is_clinic_doctor: 1 }, 0)).toEqual([1, 2, 4, 5, 6, 7])
  expect(tabs({ modules: ['create_receipt'], is_clinic_doctor: 1 }, 0)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(tabsOf({ is_radiology: 1 }, undefined)).toEqual([1, 2])
})

test('a visit counts as priced only if every amount was sent', () => {
  const visit = visitRowOf({ id: 'v' })
  expect(findPriced(visit)).toBe(visit)
  expect(findPriced({ ...visit, balance: undefined })).toBeUndefined()
  const [service] = visit.services
  expect(findPriced({ ...visit, services: [{ ...service!, charges: undefined }] })).toBeUndefined()
})
