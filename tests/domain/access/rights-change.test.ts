import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import { NO_RIGHTS, type Rights, rightsChange } from '#domain/access/rights-change.ts'
import { SALES_INVOICE_SCOPES, SALES_REPORT_SCOPES } from '#domain/access/sales-scopes.ts'

const rights: fc.Arbitrary<Rights> = fc.record({
  modules: fc.subarray([...PERMISSIONS]),
  salesReport: fc.constantFrom(...SALES_REPORT_SCOPES),
  salesInvoice: fc.constantFrom(...SALES_INVOICE_SCOPES),
  branches: fc.subarray(['Andheri', 'Kothrud']),
  seesAllBranches: fc.boolean(),
  isDoctor: fc.boolean(),
  isClinicDoctor: fc.boolean(),
  isReferrer: fc.boolean(),
  canSign: fc.boolean(),
  viewsImagesOnly: fc.boolean(),
})

test('a role that gains and loses modules and reads more sales', () => {
  const before: Rights = { ...NO_RIGHTS, modules: ['sales_report', 'create_receipt'] }
  const after: Rights = {
    ...before,
    modules: ['sales_report', 'create_refund'],
    salesReport: 'All',
    salesInvoice: 'Pending_Only',
  }
  expect(rightsChange(before, after)).toEqual({
    gives: ['Create refunds', 'Sales of others', 'Pending invoices'],
    takes: ['Create receipts', 'Paid invoices'],
  })
})

test('a person gains a branch and the right to sign', () => {
  const before: Rights = { ...NO_RIGHTS, branches: ['Andheri'] }
  const after: Rights = { ...before, branches: ['Kothrud'], isDoctor: true, canSign: true }
  expect(rightsChange(before, after)).toEqual({
    gives: ['Branch Kothrud', 'Reads images as a radiology doctor', 'Signs reports'],
    takes: ['Branch Andheri'],
  })
})

test('a new person starts without any right', () => {
  expect(rightsChange(NO_RIGHTS, { ...NO_RIGHTS, branches: [] })).toEqual({ gives: [], takes: [] })
  const flags = { seesAllBranches: true, isClinicDoctor: true, isReferrer: true }
  expect(rightsChange(NO_RIGHTS, { ...NO_RIGHTS, ...flags }).gives).toEqual([
    'All branches',
    'Sees patients as a clinical doctor',
    'Sees the patients that they referred',
  ])
})

test('a person who only views images loses the reports, and a person without a module has none', () => {
  const before: Rights = { ...NO_RIGHTS, modules: ['create_receipt'] }
  const takes = (rights: Rights) => rightsChange(rights, { ...rights, viewsImagesOnly: true }).takes
  expect(takes(before)).toEqual(['Reports, beside the images'])
  expect(takes(NO_RIGHTS)).toEqual([])
})

test('equal rights show no change, and a reversed change swaps gains and losses', () => {
  fc.assert(
    fc.property(rights, rights, (one, other) => {
      expect(rightsChange(one, one)).toEqual({ gives: [], takes: [] })
      const [there, back] = [rightsChange(one, other), rightsChange(other, one)]
      expect(there.gives).toEqual(back.takes)
      expect(there.takes).toEqual(back.gives)
    }),
  )
})
