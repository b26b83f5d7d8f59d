import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { clientOfFacility, takeBytes } from '#server/features/hospital-orders/public/take-message.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `insert into client_setting (client_id, hl7_facility) values ($1, 'SAN')
     on conflict (client_id) do update set hl7_facility = excluded.hl7_facility`,
    [CLIENT],
  )
})
afterAll(() => server.close())

const orderOf = (no: string) =>
  [
    `MSH|^~\\&|HIS|HOSPITAL|READROOM|SAN|20261121093000||ORM^O01|${no}|P|2.5.1`,
    `PID|1||P${no}^^^HOSPITAL^MR||Rao^Asha||19800304|F`,
    `ORC|NW|${no}^HOSPITAL`,
    `OBR|1|${no}^HOSPITAL||CT^CT Chest`,
  ].join('\r')

async function take(no: string): Promise<string> {
  const { kernel } = server.app
  return takeBytes(kernel, Buffer.from(orderOf(no)), {
    clientOf: (header) => clientOfFacility(kernel, header),
    onError: (error) => {
      throw error
    },
  })
}

/** Returns the statements of the transaction that stores the order; others (the log, jobs) run at the same time. */
async function asked(run: () => Promise<unknown>): Promise<string[]> {
  const open = new Map<Client, string[]>()
  let own: string[] = []
  const send = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  const noting = function noting(this: Client, ...args: unknown[]) {
    const [given] = args
    const text = typeof given === 'string' ? given : ((given as { text?: string }).text ?? '')
    const texts = text.startsWith('begin') ? [] : (open.get(this) ?? [])
    open.set(this, texts)
    texts.push(text)
    if (text.startsWith('insert into "booking_request"')) own = texts
    if (text.endsWith('commit')) open.delete(this)
    return Reflect.apply(send, this, args)
  }
  Reflect.set(Client.prototype, 'query', noting)
  try {
    await run()
  } finally {
    Reflect.set(Client.prototype, 'query', send)
  }
  return own
}

test('a new order is stored with thirteen database queries, however many people are notified', async () => {
  await take('FIRST')
  const few = await asked(() => take('FEW'))
  expect(few.at(-1)).toMatch(/commit$/)
  expect(few.length, few.join('\n')).toBeLessThanOrEqual(13)
  const told = () =>
    askAdmin<{ n: number }>(
      server,
      "select count(*)::int as n from notification where client_id = $1 and kind = 'booking_request'",
      [CLIENT],
    )
  const [before] = await told()
  await askAdmin(
    server,
    "update app_user set is_client_admin = true where client_id = $1 and user_type = 'CLIENT'",
    [CLIENT],
  )
  await askAdmin(
    server,
    "update role set modules = array_append(modules, 'appointments') where client_id = $1",
    [CLIENT],
  )
  const many = await asked(() => take('MANY'))
  const [after] = await told()
  expect((after?.n ?? 0) - (before?.n ?? 0)).toBeGreaterThan(3)
  expect(many.length, many.join('\n')).toBe(few.length)
})
