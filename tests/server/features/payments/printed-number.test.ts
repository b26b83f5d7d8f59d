import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, cash, pay, putVisit } from './money-fixture.ts'

let server: DemoServer
let desk: ApiUser

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
})
afterAll(() => server.close())

/** Sends the payment as the outbox repeats it: the same receipts, under another command. */
async function bring(input: object) {
  const command = {
    id: mintId(),
    call: 'appt/createReceipts',
    version: 3,
    input,
    at: new Date().toISOString(),
  }
  const { body } = await desk.post('sync/commands', {
    device_id: mintId(),
    commands: [{ ...command, made_offline: true }],
  })
  return body.answers[0]
}

test('a payment whose response was lost after printing keeps the printed number', async () => {
  const visit = await putVisit(server)
  const rows = [
    { id: mintId(), ...cash(600) },
    { id: mintId(), mode: 'GPay', amount: 400 },
  ]
  const first = await desk.post(`${PHP}appt/createReceipts`, { appt_id: visit, receipts: rows })
  expect(first.status).toBe(200)
  // The answer was lost: the desk printed provisional numbers, and its queue delivers the payment.
  const printed = rows.map((row, at) => ({ ...row, provisional_no: `FD2-1121-09000${at}A` }))
  const answer = await bring({ appt_id: visit, receipts: printed })
  expect(answer.status).toBe(200)
  const { receipts, visit: after } = answer.body.result
  expect(receipts.map((one: { provisional_no: string }) => one.provisional_no)).toEqual([
    'FD2-1121-090000A',
    'FD2-1121-090001A',
  ])
  expect(receipts.map((one: { receipt_no: string }) => one.receipt_no)).toEqual(
    first.body.result.receipts.map((one: { receipt_no: string }) => one.receipt_no),
  )
  expect(after.paid).toBe(1000)
  const lines = (await readAudit(server, CLIENT, 'receipt')).filter(
    ({ record_id }) => record_id === rows[0]?.id,
  )
  expect(lines.map(({ action }) => action)).toEqual(['receive', 'keep_printed_no'])
})

test('a printed number is never overwritten', async () => {
  const visit = await putVisit(server)
  const row = { id: mintId(), ...cash(100), provisional_no: 'FD2-1121-090500A' }
  await bring({ appt_id: visit, receipts: [row] })
  const other = await bring({ appt_id: visit, receipts: [{ ...row, provisional_no: 'FD9-1121-100000A' }] })
  expect(other.body.result.receipts[0].provisional_no).toBe('FD2-1121-090500A')
})

test('tendered cash is stored with its receipt; it applies to cash and is at least the amount', async () => {
  const visit = await putVisit(server)
  const less = await pay(desk, visit, { ...cash(450), tendered: 400 })
  expect([less.status, less.body.fields]).toEqual([400, { 'receipts.0.tendered': 'is less than the amount' }])
  const card = await pay(desk, visit, { mode: 'Credit_Card', amount: 450, tendered: 500 })
  expect(card.body.fields).toEqual({ 'receipts.0.tendered': 'is for Cash' })
  const fine = await pay(desk, visit, { ...cash(450), tendered: 500.005 })
  expect(fine.body.fields).toEqual({ 'receipts.0.tendered': 'has at most 2 decimals' })
  const done = await pay(desk, visit, { ...cash(450), tendered: 500 })
  expect(done.body.result.receipts[0]).toMatchObject({ amount: 450, tendered: 500 })
  expect(done.body.result.visit.paid).toBe(450)
})
