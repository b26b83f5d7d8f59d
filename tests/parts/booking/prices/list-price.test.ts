import { expect, test } from 'vitest'
import { listPriceOf } from '#src/parts/booking/prices/list-price.ts'

const service = { id: 's', charges: 1000, branches: { west: 800 } }
const charge = (branch_id: string, service_charges: number) => ({
  service_id: 's',
  branch_id,
  service_charges,
})
const refCharges = new Map([
  ['doctor', [charge('west', 700)]],
  ['hospital', [charge('west', 600), charge('east', 650)]],
])
const lists = { decimals: 2, refCharges }

test.each([
  ['west', null, null, 80_000],
  ['east', null, null, 100_000],
  ['west', 'doctor', null, 70_000],
  ['west', null, 'hospital', 60_000],
  ['west', 'doctor', 'hospital', 70_000],
  ['east', 'doctor', 'hospital', 65_000],
  ['east', 'doctor', null, 100_000],
  ['west', 'somebody else', null, 80_000],
])('at %s, sent by doctor %s and hospital %s, it costs %i', (branchId, drId, hospitalId, minor) => {
  expect(listPriceOf(service, { drId, hospitalId }, { ...lists, branchId })).toBe(minor)
})
