import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { type Asked, codeOf, openDoors, orderOf, post, storedOrders } from './hospital.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
  await openDoors(server)
})
afterAll(() => server.close())

const send = async (asked: Asked) => (await post(server, orderOf(asked))).text
const stored = (order: string) => storedOrders(server, order)

describe('an order is identified by its sender and its number:', () => {
  test('two hospitals have the same number, and neither changes the other’s order', async () => {
    expect(codeOf(await send({ order: '1001', from: 'CITY', text: 'CT Chest' }))).toBe('AA')
    expect(codeOf(await send({ order: '1001', from: 'RIVER', text: 'MR Knee' }))).toBe('AA')
    expect(codeOf(await send({ order: '1001', from: 'RIVER', control: 'CA' }))).toBe('AA')
    expect(await stored('1001')).toMatchObject([
      { study_desc: 'CT Chest', status: 'Requested' },
      { study_desc: 'MR Knee', status: 'Cancelled' },
    ])
  })

  test('one hospital uses a number twice under two authorities', async () => {
    await post(server, orderOf({ order: '1002^WARD', text: 'CT Chest' }))
    await post(server, orderOf({ order: '1002^CLINIC', text: 'MR Knee' }))
    expect(await stored('1002')).toMatchObject([{ study_desc: 'CT Chest' }, { study_desc: 'MR Knee' }])
  })

  test('long numbers with the same beginning are different', async () => {
    const head = 'N'.repeat(70)
    await send({ order: `${head}1`, text: 'CT Chest' })
    await send({ order: `${head}2`, text: 'MR Knee' })
    expect(await stored(`${head}1`)).toMatchObject([{ study_desc: 'CT Chest' }])
    expect(await stored(`${head}2`)).toMatchObject([{ study_desc: 'MR Knee' }])
  })

  test('an order from before the sender was stored is still found by its sender', async () => {
    await send({ order: '1003' })
    await askAdmin(
      server,
      `update booking_request set placer_authority = null where placer_order_no = '1003'`,
      [],
    )
    await post(server, orderOf({ order: '1003^WARD', control: 'CA' }))
    expect(await stored('1003')).toMatchObject([{ status: 'Cancelled' }])
  })
})

describe('a control id', () => {
  test('reused with different content is another message', async () => {
    expect(codeOf(await send({ id: 'ONE', order: '2001' }))).toBe('AA')
    expect(codeOf(await send({ id: 'ONE', order: '2002' }))).toBe('AA')
    expect(await stored('2001')).toHaveLength(1)
    expect(await stored('2002')).toHaveLength(1)
  })

  test('with the same content is a repeat, and is acknowledged as one', async () => {
    const message = orderOf({ id: 'TWO', order: '2003' })
    await post(server, message)
    await send({ order: '2003', control: 'CA' })
    expect((await post(server, message)).text).toContain('|Taken before')
    expect(await stored('2003')).toMatchObject([{ status: 'Cancelled' }])
  })
})

describe('messages that arrive out of order:', () => {
  test('a late NW does not overwrite its XO', async () => {
    await send({ order: '3001', control: 'XO', text: 'CT Abdomen', at: '20261121093500' })
    expect(codeOf(await send({ order: '3001', text: 'CT Chest', at: '20261121093000' }))).toBe('AA')
    expect(await stored('3001')).toMatchObject([{ study_desc: 'CT Abdomen' }])
  })

  test('nor if the messages have no time', async () => {
    await send({ order: '3002', control: 'XO', text: 'CT Abdomen', at: '' })
    await send({ order: '3002', text: 'CT Chest', at: '' })
    expect(await stored('3002')).toMatchObject([{ study_desc: 'CT Abdomen' }])
  })

  test('an older XO does not overwrite a newer one', async () => {
    await send({ order: '3003' })
    await send({ order: '3003', control: 'XO', text: 'CT Abdomen', at: '20261121094500' })
    await send({ order: '3003', control: 'XO', text: 'CT Neck', at: '20261121094000' })
    expect(await stored('3003')).toMatchObject([{ study_desc: 'CT Abdomen' }])
  })

  test('a cancellation that arrives before its order is kept, and the order stays cancelled', async () => {
    expect(codeOf(await send({ order: '3004', control: 'CA', at: '20261121094500' }))).toBe('AA')
    expect(codeOf(await send({ order: '3004', at: '20261121094000' }))).toBe('AA')
    expect(await stored('3004')).toMatchObject([{ status: 'Cancelled' }])
  })

  test('the time of ORC-9 takes precedence over that of MSH-7', async () => {
    const timed = (time: string, at: string, text: string) =>
      orderOf({ order: '3005', control: 'XO', at, text }).replace('ORC|XO|3005', `ORC|XO|3005|||||||${time}`)
    await post(server, timed('20261121100000+0530', '20261121110000', 'CT Abdomen'))
    await post(server, timed('20261121093000+0530', '20261121120000', 'CT Neck'))
    expect(await stored('3005')).toMatchObject([{ study_desc: 'CT Abdomen' }])
  })
})

test('an order cancelled by the desk is not restored by the same message in another envelope', async () => {
  await send({ order: '3100' })
  await askAdmin(server, `update booking_request set status = 'Cancelled' where placer_order_no = '3100'`, [])
  expect(await send({ order: '3100' })).toContain('is already cancelled')
  expect(await stored('3100')).toMatchObject([{ status: 'Cancelled' }])
})

describe('a change', () => {
  test('without a location leaves the order at its branch, and without a reason keeps the reason', async () => {
    await send({ order: '4001' })
    const [before] = await stored('4001')
    const change = orderOf({ order: '4001', control: 'XO', text: 'CT Abdomen', pv1: 'PV1|1' })
    expect(codeOf((await post(server, change.replace('Cough', ''))).text)).toBe('AA')
    expect(await stored('4001')).toMatchObject([
      { study_desc: 'CT Abdomen', branch_id: before?.branch_id, exam_reason: 'Cough', ipno: 'IP55' },
    ])
    await post(server, orderOf({ order: '4001', control: 'XO' }).replace('Cough', '""'))
    expect(await stored('4001')).toMatchObject([{ exam_reason: '' }])
  })

  test.each(['XO', 'CA'])(
    'of a booked order (%s) is accepted, shown to the desk, and changes nothing',
    async (control) => {
      const order = `410${control}`
      await send({ order })
      await askAdmin(server, `update booking_request set status = 'Converted' where placer_order_no = $1`, [
        order,
      ])
      const text = await send({ order, control, text: 'CT Abdomen' })
      expect(codeOf(text)).toBe('AA')
      expect(text).toContain('already booked')
      const [row] = await stored(order)
      expect(row).toMatchObject({ status: 'Converted', study_desc: 'CT Chest' })
      expect(row?.order_note).toContain(control === 'CA' ? 'cancelled' : 'CT Abdomen')
    },
  )
})
