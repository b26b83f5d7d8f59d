import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import type { MllpServer } from '#server/integrations/hl7/mllp-server.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { openDoors, orderOf, post as send, storedOrders } from './hospital.ts'

const [ANDHERI] = SANJEEVANI.branches

let server: DemoServer
let mllp: MllpServer
const failures: unknown[] = []

beforeAll(async () => {
  server = await openDemo()
  await openDoors(server)
  mllp = await startHospitalOrders(server.app.kernel, { host: '127.0.0.1', port: 0 }, (error) =>
    failures.push(error),
  )
})
afterAll(async () => {
  await mllp.close()
  await server.close()
})

const post = (message: string, password?: string) =>
  send(server, message, password === undefined ? {} : { password })
const stored = (order: string) => storedOrders(server, order)

describe('an order of a hospital system', () => {
  test('becomes a booking request of the named branch, with its time in that branch’s time zone', async () => {
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

  test.each(['17000101', '20300101', '1980', '198003', '00000000', '19801399', ''])(
    'of a patient born on "%s" is accepted, with the date kept as sent',
    async (born) => {
      const order = `BORN${born}`
      const { text } = await post(orderOf({ order }).replace('19800304', born))
      expect(text).toContain('MSA|AA|')
      const [row] = await stored(order)
      expect(row?.pat_dob).toBeNull()
      expect(String(row?.pat_dob_given).replaceAll('-', '')).toBe(born)
    },
  )

  test('sent twice is acknowledged twice and stored once', async () => {
    const message = orderOf({ order: 'ORD2', id: 'SAME' })
    const answers = await Promise.all([post(message), post(message)])
    for (const { text } of answers) expect(text).toContain('MSA|AA|SAME')
    expect(await stored('ORD2')).toHaveLength(1)
  })

  test('is corrected and cancelled while it waits, and a new one afterwards starts again', async () => {
    await post(orderOf({ order: 'ORD3' }))
    await post(orderOf({ order: 'ORD3', control: 'XO', text: 'CT Abdomen' }))
    expect(await stored('ORD3')).toMatchObject([{ status: 'Requested', study_desc: 'CT Abdomen' }])
    expect((await post(orderOf({ order: 'ORD3', control: 'CA' }))).text).toContain('MSA|AA|')
    expect(await stored('ORD3')).toMatchObject([{ status: 'Cancelled' }])
    const late = await post(orderOf({ order: 'ORD3', control: 'XO', text: 'CT Neck' }))
    expect(late.text).toContain('send it as new (NW)')
    expect(await stored('ORD3')).toMatchObject([{ status: 'Cancelled', study_desc: 'CT Abdomen' }])
    await post(orderOf({ order: 'ORD3', at: '20261121100000' }))
    expect(await stored('ORD3')).toMatchObject([{ status: 'Cancelled' }, { status: 'Requested' }])
  })

  test('with a broken segment is refused by name, and nothing of the message is stored', async () => {
    const { text } = await post(`${orderOf({ order: 'ORD4' })}\rORC|NW|\rOBR|1|`)
    expect(text).toContain('MSA|AE|')
    expect(text).toContain('ORC-2')
    expect(await stored('ORD4')).toEqual([])
  })

  test('with an invalid study UID is accepted without it, and shows that', async () => {
    const { text } = await post(`${orderOf({ order: 'ORD6' })}\rZDS|1.2..3^^Application^DICOM`)
    expect(text).toContain('MSA|AA|')
    expect(text).toContain('The study UID "1.2..3" is no DICOM UID')
    await post(`${orderOf({ order: 'ORD7' })}\rZDS|1.2.752.7^^Application^DICOM`)
    expect([...(await stored('ORD6')), ...(await stored('ORD7'))].map((row) => row.study_iuid)).toEqual([
      '',
      '1.2.752.7',
    ])
  })

  test('needs the client’s own user and password', async () => {
    const { status } = await post(orderOf({ order: 'ORD5' }), 'wrong')
    expect(status).toBe(401)
    expect(await stored('ORD5')).toEqual([])
  })
})

describe('by MLLP', () => {
  /** Sends bytes in pieces and returns so many acknowledgements. */
  const sendPieces = (pieces: readonly Uint8Array[], count: number) =>
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

  test('a packet that splits the next message gets each processed once, in order', async () => {
    const [one, two] = [orderOf({ order: 'MLLP1', id: 'A1' }), orderOf({ order: 'MLLP2', id: 'A2' })]
    const bytes = Buffer.concat([frameOf(one), frameOf(two)])
    const cut = frameOf(one).length + 40
    const answers = await sendPieces([bytes.subarray(0, cut), bytes.subarray(cut)], 2)
    expect(answers.map((answer) => /MSA\|AA\|(\w+)/.exec(answer)?.[1])).toEqual(['A1', 'A2'])
    expect(await stored('MLLP1')).toHaveLength(1)
    expect(await stored('MLLP2')).toHaveLength(1)
    expect(failures).toEqual([])
  })

  test('an unclaimed facility is refused', async () => {
    const [answer = ''] = await sendPieces([frameOf(orderOf({ order: 'MLLP3', facility: 'ELSEWHERE' }))], 1)
    expect(answer).toContain('MSA|AE|')
    expect(answer).toContain('MSH-6')
    expect(await stored('MLLP3')).toEqual([])
  })
})
