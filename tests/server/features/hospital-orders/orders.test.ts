import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/features/auth/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import type { MllpServer } from '#server/integrations/hl7/mllp-server.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

const USER = 'his.city'
const PASSWORD = 'a password of the test'
const FACILITY = 'SANJEEVANI'
const [ANDHERI] = SANJEEVANI.branches

let server: DemoServer
let mllp: MllpServer
const failures: unknown[] = []

beforeAll(async () => {
  server = await openDemo()
  await updateClient(server, SANJEEVANI.id, {
    basic_auth_usr: USER,
    basic_auth_pwd_hash: await hashPassword(PASSWORD),
  })
  await askAdmin(
    server,
    `insert into client_setting (client_id, hl7_facility) values ($1, $2)
     on conflict (client_id) do update set hl7_facility = excluded.hl7_facility`,
    [SANJEEVANI.id, FACILITY],
  )
  mllp = await startHospitalOrders(server.app.kernel, { host: '127.0.0.1', port: 0 }, (error) =>
    failures.push(error),
  )
})
afterAll(async () => {
  await mllp.close()
  await server.close()
})

let serial = 0
interface Asked {
  control?: string
  order?: string
  id?: string
  facility?: string
  text?: string
}

/** An order as a hospital sends it; each call is another message unless `id` names one. */
function orderOf({
  control = 'NW',
  order = 'ORD1',
  id,
  facility = FACILITY,
  text = 'CT Chest',
}: Asked = {}): string {
  serial += 1
  return [
    `MSH|^~\\&|HIS|CITY|READROOM|${facility}|20261121093000||ORM^O01|${id ?? `M${serial}`}|P|2.5.1`,
    'PID|1||MRN7^^^CITY||شاه^مينا||19800304|F',
    `PV1|1|I|W3^12^B^${ANDHERI?.fullName}|||||D9^Shah^Rohan|||||||||||IP55`,
    `ORC|${control}|${order}`,
    `OBR|1|${order}||CT^${text}|||||||||Cough|||||||||||CT|||^^^202611221030`,
  ].join('\r')
}

async function post(message: string, password = PASSWORD) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/hl7/orders',
    headers: {
      'content-type': 'application/hl7-v2',
      authorization: `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`,
    },
    payload: message,
  })
  return { status: response.statusCode, text: response.body }
}

const stored = (order: string) =>
  askAdmin<{
    status: string
    study_desc: string
    branch_id: string
    pat_last_name: string
    start_date: Date
    ipno: string
  }>(server, 'select * from booking_request where client_id = $1 and placer_order_no = $2', [
    SANJEEVANI.id,
    order,
  ])

describe('an order of a hospital system', () => {
  test('becomes a booking request of the branch that it names, with its time on that branch’s wall', async () => {
    const { status, text } = await post(orderOf())
    expect(status).toBe(200)
    expect(text).toContain('MSA|AA|')
    const [request] = await stored('ORD1')
    expect(request).toMatchObject({
      status: 'Requested',
      study_desc: 'CT Chest',
      branch_id: ANDHERI?.id,
      pat_last_name: 'شاه',
      ipno: 'IP55',
    })
    expect(request?.start_date.toISOString()).toBe('2026-11-22T05:00:00.000Z')
  })

  test.each([
    ['17000101', 'lies more than 150 years back'],
    ['20300101', 'lies in the future'],
  ])('of a patient born on %s is refused at its field', async (born, rule) => {
    const { text } = await post(orderOf({ order: `BORN${born}` }).replace('19800304', born))
    expect(text).toContain('MSA|AE|')
    expect(text).toContain(`PID-7: the date of birth ${rule}`)
    expect(await stored(`BORN${born}`)).toEqual([])
  })

  test('that is sent twice is acknowledged twice and stored once', async () => {
    const message = orderOf({ order: 'ORD2', id: 'SAME' })
    const answers = await Promise.all([post(message), post(message)])
    for (const { text } of answers) expect(text).toContain('MSA|AA|SAME')
    expect(await stored('ORD2')).toHaveLength(1)
  })

  test('is corrected and cancelled while it waits, and refused afterwards', async () => {
    await post(orderOf({ order: 'ORD3' }))
    await post(orderOf({ order: 'ORD3', control: 'XO', text: 'CT Abdomen' }))
    expect(await stored('ORD3')).toMatchObject([{ status: 'Requested', study_desc: 'CT Abdomen' }])
    expect((await post(orderOf({ order: 'ORD3', control: 'CA' }))).text).toContain('MSA|AA|')
    expect(await stored('ORD3')).toMatchObject([{ status: 'Cancelled' }])
    const late = await post(orderOf({ order: 'ORD3', control: 'CA' }))
    expect(late.text).toContain('MSA|AE|')
    expect(late.text).toContain('call the desk')
  })

  test('with a broken segment is refused by name, and nothing of the message is stored', async () => {
    const { text } = await post(`${orderOf({ order: 'ORD4' })}\rORC|CA|NEVER\rOBR|1|NEVER`)
    expect(text).toContain('MSA|AE|')
    expect(text).toContain('ORC-2')
    expect(await stored('ORD4')).toEqual([])
  })

  test('needs the client’s own user and password', async () => {
    const { status } = await post(orderOf({ order: 'ORD5' }), 'wrong')
    expect(status).toBe(401)
    expect(await stored('ORD5')).toEqual([])
  })
})

describe('by MLLP', () => {
  /** Sends bytes in pieces and answers so many acknowledgements. */
  const send = (pieces: readonly Uint8Array[], count: number) =>
    new Promise<string[]>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: mllp.port })
      const reader = new FrameReader()
      const answers: string[] = []
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        answers.push(...reader.take(bytes))
        if (answers.length < count) return
        socket.destroy()
        resolve(answers)
      })
      socket.on('connect', () => {
        for (const [index, piece] of pieces.entries()) setTimeout(() => socket.write(piece), index * 20)
      })
    })

  test('a packet that splits the next message makes each be taken once, in their order', async () => {
    const [one, two] = [orderOf({ order: 'MLLP1', id: 'A1' }), orderOf({ order: 'MLLP2', id: 'A2' })]
    const bytes = Buffer.concat([frameOf(one), frameOf(two)])
    const cut = frameOf(one).length + 40
    const answers = await send([bytes.subarray(0, cut), bytes.subarray(cut)], 2)
    expect(answers.map((answer) => /MSA\|AA\|(\w+)/.exec(answer)?.[1])).toEqual(['A1', 'A2'])
    expect(await stored('MLLP1')).toHaveLength(1)
    expect(await stored('MLLP2')).toHaveLength(1)
    expect(failures).toEqual([])
  })

  test('a facility that nobody took is refused', async () => {
    const [answer = ''] = await send([frameOf(orderOf({ order: 'MLLP3', facility: 'ELSEWHERE' }))], 1)
    expect(answer).toContain('MSA|AE|')
    expect(answer).toContain('MSH-6')
    expect(await stored('MLLP3')).toEqual([])
  })
})
