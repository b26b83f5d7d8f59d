import { hashPassword } from '#server/features/auth/public/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'

export const USER = 'his.city'
export const PASSWORD = 'a password of the test'
export const FACILITY = 'SANJEEVANI'

/** Configures both inputs of the client: user and password for HTTP, the facility for MLLP. */
export async function openDoors(server: DemoServer): Promise<void> {
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
}

let serial = 0
export interface Asked {
  control?: string
  order?: string
  id?: string
  /** MSH-4: the hospital that sends. */
  from?: string
  facility?: string
  text?: string
  /** MSH-7. */
  at?: string
  /** MSH-18. */
  charset?: string
  name?: string
  pv1?: string
}

/** Returns an order as a hospital sends it; each call makes another message unless `id` is given. */
export function orderOf(asked: Asked = {}): string {
  const { control = 'NW', order = 'ORD1', id, from = 'CITY', facility = FACILITY, text = 'CT Chest' } = asked
  const { at = '20261121093000', charset = '', name = 'شاه^مينا', pv1 } = asked
  serial += 1
  return [
    `MSH|^~\\&|HIS|${from}|READROOM|${facility}|${at}||ORM^O01|${id ?? `M${serial}`}|P|2.5.1||||||${charset}`,
    `PID|1||MRN7^^^CITY||${name}||19800304|F`,
    pv1 ?? `PV1|1|I|W3^12^B^${SANJEEVANI.branches[0]?.fullName}|||||D9^Shah^Rohan|||||||||||IP55`,
    `ORC|${control}|${order}`,
    `OBR|1|${order}||CT^${text}|||||||||Cough|||||||||||CT|||^^^202611221030`,
  ].join('\r')
}

/** Posts a message by HTTP, as bytes. */
export async function post(
  server: DemoServer,
  message: string | Buffer,
  { password = PASSWORD, type = 'application/hl7-v2' } = {},
) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/hl7/orders',
    headers: {
      'content-type': type,
      authorization: `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`,
    },
    payload: message,
  })
  return { status: response.statusCode, text: response.body }
}

export interface StoredOrder {
  id: string
  status: string
  study_desc: string
  branch_id: string | null
  pat_first_name: string
  pat_last_name: string
  pat_dob: Date | null
  exam_reason: string
  start_date: Date
  ipno: string
  [column: string]: unknown
}

/** Returns the requests of an order number, the oldest first. */
export const storedOrders = (server: DemoServer, order: string) =>
  askAdmin<StoredOrder>(
    server,
    'select * from booking_request where client_id = $1 and placer_order_no = $2 order by created, id',
    [SANJEEVANI.id, order],
  )

export const codeOf = (ack: string) => /MSA\|(\w\w)\|/.exec(ack)?.[1]
