import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { encodeAs } from '#server/integrations/hl7/charset.ts'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import type { MllpServer } from '#server/integrations/hl7/mllp-server.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { type Asked, codeOf, FACILITY, openDoors, orderOf, post, storedOrders } from './hospital.ts'

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

const bytesOf = (charset: Hl7Charset, asked: Asked): Buffer => {
  const bytes = encodeAs(charset, orderOf(asked))
  if (!bytes) throw new Error('not in this set')
  return bytes
}
/** A long text that does not compress. */
const noise = () => randomBytes(50_000).toString('hex')
const setCharset = (charset: string) =>
  askAdmin(server, 'update client_setting set hl7_charset_in = $2 where client_id = $1', [
    SANJEEVANI.id,
    charset,
  ])

/** Sends one message by MLLP; returns its acknowledgement. */
const byMllp = (bytes: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: mllp.port })
    const reader = new FrameReader()
    socket.on('error', reject)
    socket.on('data', (data) => {
      for (const answer of reader.take(data)) {
        socket.destroy()
        resolve(answer)
      }
    })
    socket.on('connect', () => socket.write(frameOf(bytes)))
  })
const byHttp = async (bytes: Buffer) => (await post(server, bytes)).text

describe.each([
  ['HTTP', byHttp],
  ['MLLP', byMllp],
])('by %s', (door, send) => {
  test.each<[string, Hl7Charset, string, string]>([
    ['8859/1', '8859/1', 'Gómez^José', 'Gómez'],
    ['8859/6', '8859/6', 'شاه^مينا', 'شاه'],
    ['8859/15', '8859/15', 'Œuvre^Zoë', 'Œuvre'],
    ['UNICODE UTF-8', 'UNICODE UTF-8', 'राव^मीरा', 'राव'],
  ])('a name in %s is stored exactly', async (charset, set, name, family) => {
    const order = `${door}${charset}`
    expect(codeOf(await send(bytesOf(set, { order, charset, name })))).toBe('AA')
    expect(await storedOrders(server, order)).toMatchObject([{ pat_last_name: family }])
  })

  test('a message that names no set is read by the client’s setting, and refused with a reason without one', async () => {
    const order = `${door}BARE`
    const asked = { order, name: 'گوهر^مينا' }
    const refused = await send(bytesOf('WINDOWS-1256', asked))
    expect(codeOf(refused)).toBe('AE')
    expect(refused).toContain('MSH-18')
    expect(await storedOrders(server, order)).toEqual([])
    await setCharset('WINDOWS-1256')
    expect(codeOf(await send(bytesOf('WINDOWS-1256', asked)))).toBe('AA')
    await setCharset('')
    expect(await storedOrders(server, order)).toMatchObject([{ pat_last_name: 'گوهر' }])
  })

  test('a batch is acknowledged message by message', async () => {
    const [one, two] = [
      orderOf({ order: `${door}B1`, id: `${door}1` }),
      orderOf({ order: `${door}B2`, id: `${door}2` }),
    ]
    const broken = two.replace('ORC|NW', 'ORC|??')
    const batch = ['BHS|^~\\&|HIS|CITY|||2026||||B9', one, broken, 'BTS|2'].join('\r')
    const answer = await send(Buffer.from(batch))
    expect(answer).toMatch(/^BHS\|.*\|B9\r/)
    expect(answer.match(/MSA\|\w\w\|\w+/g)).toEqual([`MSA|AA|${door}1`, `MSA|AE|${door}2`])
    expect(await storedOrders(server, `${door}B1`)).toHaveLength(1)
    expect(await storedOrders(server, `${door}B2`)).toEqual([])
  })
})

describe('the HTTP endpoint', () => {
  test.each([
    'application/hl7-v2',
    'x-application/hl7-v2+er7',
    'x-application/hl7-v2+er7; charset=utf-8',
    'application/hl7-v2+er7',
    'text/hl7',
    'text/plain',
    'text/plain; charset=ISO-8859-1',
    'application/octet-stream',
  ])('accepts %s', async (type) => {
    const order = `TYPE ${type}`
    const charset = type.includes('8859') ? '8859/1' : 'UNICODE UTF-8'
    const answer = await post(server, bytesOf(charset, { order, name: 'Gómez^José' }), { type })
    expect(codeOf(answer.text)).toBe('AA')
    expect(await storedOrders(server, order)).toMatchObject([{ pat_last_name: 'Gómez' }])
  })
})

describe('nothing in a message makes the server request it again:', () => {
  test.each<[string, (message: string) => string]>([
    ['a NUL in a name', (message) => message.replace('شاه', 'Sh\u0000ah')],
    ['half a letter pair', (message) => message.replace('شاه', '\\XD83D\\')],
    [
      'a year of naught',
      (message) => message.replace('19800304', '00000101').replace('202611221030', '00010101'),
    ],
    ['a year far ahead', (message) => message.replace('202611221030', '999912312359')],
    ['a very long name', (message) => message.replace('شاه', 'x'.repeat(100_000))],
    ['a very long number', (message) => message.replaceAll('AR-ODD', noise())],
    ['a very long control id', (message) => message.replace('|P|', `${noise()}|P|`)],
    ['a very long sender', (message) => message.replace('|CITY|', `|${noise()}|`)],
    ['a very long authority', (message) => message.replaceAll('AR-ODD', `AR-ODD^${noise()}`)],
    ['another gender', (message) => message.replace('|F\r', '|X\r')],
  ])('%s', async (_, change) => {
    const { text } = await post(server, change(orderOf({ order: 'AR-ODD' })))
    expect(codeOf(text)).toMatch(/^A[AE]$/)
    expect(failures).toEqual([])
  })

  test(`junk at the door of ${FACILITY}`, async () => {
    for (const junk of ['', 'MSH', 'hello', 'MSH|', 'BHS|^~\\&', 'MSH|^~\\&|||||', '\u0000\u0001'])
      expect(codeOf(await byMllp(Buffer.from(junk))) ?? 'BHS').not.toBe('AR')
  })
})
