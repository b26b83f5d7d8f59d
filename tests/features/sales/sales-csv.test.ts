import { expect, test } from 'vitest'
import { invoiceShape, receiptShape, serviceShape, userWiseCsv } from '#src/features/sales/sales-csv.ts'
import { invoice, movement, service, summary } from './sales-rows.ts'

const ZONE = 'Asia/Kolkata'

test('invoices have the highest number of referrer columns of any invoice, and one column per mode', () => {
  const rows = [
    invoice({ referred_by_dr: ['Dr. Bhat'], referred_by_other: ['Camp', 'Dr. Rane'] }),
    invoice({ referred_by_dr: ['Dr. Bhat', 'Dr. Dcruz'], modes_received: [{ mode: 'PhonePE', amount: 10 }] }),
  ]
  const { head, cellsOf } = invoiceShape(rows, ['Cash', 'PhonePE'], ZONE)
  expect(head.filter((name) => name.startsWith('Ref. Doctor'))).toEqual(['Ref. Doctor 1', 'Ref. Doctor 2'])
  expect(head.filter((name) => name.startsWith('Other Ref.'))).toEqual(['Other Ref. 1', 'Other Ref. 2'])
  expect(head.filter((name) => name.startsWith('Ref. Hospital'))).toEqual([])
  const cells = (row: (typeof rows)[number]) =>
    Object.fromEntries(head.map((name, at) => [name, cellsOf(row)[at]]))
  expect(cells(rows[0]!)).toMatchObject({
    Date: '20 Nov 2026',
    'Ref. Doctor 1': 'Dr. Bhat',
    'Ref. Doctor 2': '',
    'Other Ref. 2': 'Dr. Rane',
    Cash: 2250,
    PhonePe: 0,
    'Net Charges': 2250,
    'Payment Status': 'Paid',
  })
  expect(cells(rows[1]!)).toMatchObject({ Cash: 0, PhonePe: 10 })
})

test('every row has a cell for each column', () => {
  const shapes = [
    { ...invoiceShape([invoice()], ['Cash'], ZONE), row: invoice() },
    { ...serviceShape([service({ other_ref_drs: ['A'] })], ['Cash'], ZONE), row: service() },
    { ...receiptShape([movement()], ZONE), row: movement() },
  ]
  for (const { head, cellsOf, row } of shapes) expect(cellsOf(row as never)).toHaveLength(head.length)
})

test('special management discounts have a column only for people who may see them', () => {
  const name = 'Spcl. Mgmt Discount'
  expect(invoiceShape([invoice()], [], ZONE).head).not.toContain(name)
  expect(invoiceShape([invoice({ hidden_discount: 0 })], [], ZONE).head).toContain(name)
  expect(receiptShape([movement()], ZONE).head).not.toContain(name)
})

test('a cancellation is negative and marked; late money names the day it belongs to', () => {
  const row = movement({ side: 'Cancelled', amount: -2250, belongs_day: '2026-10-30' })
  const { head, cellsOf } = receiptShape([row], ZONE)
  const cells = Object.fromEntries(head.map((name, at) => [name, cellsOf(row)[at]]))
  expect(cells).toMatchObject({ Type: 'Receipt Cancelled', Amount: -2250, 'Belongs to': '30 Oct 2026' })
})

test('the user-wise file has a row for each person and mode', async () => {
  const people = summary().user_wise_received
  const { shape, ...file } = userWiseCsv(people, false)
  const rows = []
  for await (const page of file.pages()) rows.push(...page.rows)
  expect(rows.map((row) => shape.cellsOf(row))).toEqual([['Meera', 'Cash', 4000, 100, 3900]])
  expect(shape.head).toEqual(['User', 'Mode', 'Received', 'Refund', 'Net'])
})
