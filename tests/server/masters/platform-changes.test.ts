import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../features/look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../features/open-demo.ts'

let server: DemoServer
let platform: ApiUser
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  platform = await server.signIn('platform')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

interface FeedRow {
  client_id: string
  type: string
  op: string
}

const feedOf = (id: string, rev: number) =>
  askAdmin<FeedRow>(
    server,
    'select client_id, type, op from change_feed where id = $1 and rev = $2 order by type',
    [id, rev],
  )

/** Returns the feed's rows of the record once every client has one. */
async function announced(id: string, rev: number): Promise<FeedRow[]> {
  for (;;) {
    const rows = await feedOf(id, rev)
    const clients = new Set(rows.map((row) => row.client_id))
    if (clients.has(SANJEEVANI.id) && clients.has(AL_NOOR.id)) return rows
    await new Promise((later) => setTimeout(later, 200))
  }
}

const ofClient = (rows: FeedRow[], clientId: string) =>
  rows.filter((row) => row.client_id === clientId).map(({ type, op }) => `${op} ${type}`)

test('a change of the platform’s records reaches the devices of every active client', async () => {
  const id = uuidv7()
  const before = (await admin.get('sync/pull', { limit: '2000' })).body
  await platform.post(`${PHP}master/saveDocumentTag`, { id, name: 'Referral', status: 1 })
  const rows = await announced(id, 1)
  for (const { id: client } of [SANJEEVANI, AL_NOOR])
    expect(ofClient(rows, client)).toEqual(['put document_tag', 'put master'])
  const { body } = await admin.get('sync/pull', { cursor: before.cursor, limit: '2000' })
  const brought = (body.rows as { id: string; type: string }[]).filter((row) => row.id === id)
  expect(brought.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
    { op: 'put', type: 'document_tag', body: { name: 'Referral' } },
    { op: 'put', type: 'master', body: { kind: 'documentTag', record: { name: 'Referral' } } },
  ])
  expect((await platform.post(`${PHP}master/deleteDocumentTag`, { id })).status).toBe(200)
  const gone = await announced(id, 2)
  expect(ofClient(gone, SANJEEVANI.id)).toEqual(['leave document_tag', 'leave master'])
})

test('a disabled client receives nothing', async () => {
  await askAdmin(server, "insert into client (id, name, active) values ($1, 'Closed', false)", [uuidv7()])
  const id = uuidv7()
  await platform.post(`${PHP}master/saveDocumentTag`, { id, name: 'Insurance form', status: 1 })
  const rows = await announced(id, 1)
  expect(new Set(rows.map((row) => row.client_id)).size).toBe(3)
})

test('a document type used by any client’s documents is in use, and only the number is shown', async () => {
  const { body } = await admin.get(`${PHP}master/documentTags`, { k: 'Identity' })
  const { id } = body.result.data[0] as { id: string }
  await askAdmin(
    server,
    `insert into study_document (client_id, id, study_id, tag_id, file_id, is_image, uploaded_by)
     select client_id, gen_random_uuid(), id, $2, gen_random_uuid(), false, gen_random_uuid() from study
     where client_id = $1 limit 2`,
    [AL_NOOR.id, id],
  )
  const answer = await platform.post(`${PHP}master/deleteDocumentTag`, { id })
  expect([answer.status, answer.body.code]).toEqual([422, 'in_use'])
  expect(answer.body.message).toBe('This document tag is in use: 2 documents.')
})
