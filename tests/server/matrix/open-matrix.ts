import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InjectOptions } from 'fastify'
import { Pool } from 'pg'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { buildApp } from '#server/app.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { updateClient } from '../features/look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../features/open-demo.ts'
import { type DryDatabase, dryDatabaseOf } from './dry-database.ts'
import { inputOf } from './input-of.ts'
import { cellOfCode, type Foreign, type Outcome, outcomeOf, readForeign } from './outcome.ts'
import { type Column, PEOPLE, WHOSE, type Whose } from './people.ts'
import { prepareRecords } from './prepare.ts'
import { type Ask, findRecords, PLACES, type Records } from './records.ts'
import type { Asked, Row } from './rows.ts'

/** Everybody signed in at a server whose calls leave no changes. */
export interface Matrix {
  server: DemoServer
  /** Calls one row as one person. */
  outcomeOf: (row: Row, column: Column) => Promise<Outcome>
  /** Sends any request as one person; its changes are rolled back. */
  send: (asked: Asked, column: Column) => Promise<{ status: number; body: unknown }>
  /** Sends a row's call as a queued change; returns its cell without marks. */
  queue: (row: Row, column: Column) => Promise<string>
  recordsOf: (column: Column, whose: Whose) => Records
  /** Removes every main module from the client, as if it had bought nothing. */
  switchModulesOff: () => Promise<void>
  close: () => Promise<void>
}

/** The date of birth that identifies the demo's patient. */
const PATIENT_BORN = '1984-03-02'

const COLUMNS = PEOPLE.map(({ column }) => column)

/** Opens the demo with a branch where none of the roles works, and a record of each kind in every place. */
export async function openMatrix(): Promise<Matrix> {
  const dataDir = mkdtempSync(join(tmpdir(), 'readroom-matrix-'))
  const clientDir = join(dataDir, 'client')
  mkdirSync(clientDir)
  writeFileSync(join(clientDir, 'index.html'), '<p>The app</p>')
  let dry: DryDatabase | undefined
  const server = await openDemo({ READROOM_DATA: dataDir }, (options) => {
    dry = dryDatabaseOf(options.database)
    return buildApp({ ...options, database: dry.database, clientDir })
  })
  if (dry === undefined) throw new Error('the server was not built')
  const held = dry
  const pool = new Pool({ connectionString: server.db.adminUrl, max: 1 })
  const ask: Ask = async <R>(text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rows as R[]

  for (const { id } of [SANJEEVANI, AL_NOOR])
    await updateClient(server, id, { main_modules: [...MAIN_MODULES] })
  await ask(`update app_user set branch_ids = array[$2::uuid] where client_id = $1 and not is_client_admin`, [
    SANJEEVANI.id,
    PLACES.own.branch,
  ])
  await prepareRecords(server, ask)
  const tokens = new Map<Column, string>()
  for (const { column, username } of PEOPLE)
    if (username !== undefined) tokens.set(column, (await server.signIn(username)).token)
  const patient = server.apiUserOf(tokens.get('patient') ?? '')
  const proof = await patient.post('portal/prove', { answer: PATIENT_BORN })
  if (proof.status !== 200) throw new Error(`portal/prove answered ${proof.body.code}`)
  const records = new Map<Whose, ReadonlyMap<Column, Records>>()
  for (const whose of WHOSE) records.set(whose, await findRecords(ask, COLUMNS, whose))
  const foreign: Foreign = await readForeign(ask)
  await pool.end()
  await server.app.ready()
  const recordsOf = (column: Column, whose: Whose) => records.get(whose)?.get(column) as Records

  let number = 0
  const inject = async (asked: Asked, column: Column, keeps: boolean) => {
    held.isDry = !keeps
    const token = tokens.get(column)
    const headers = {
      ...asked.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'x-time-zone': 'Asia/Kolkata',
      // Tries are counted by address.
      'x-forwarded-for': `10.0.${(number >> 8) & 255}.${number++ & 255}`,
    }
    const response = await server.app.inject({ ...asked, headers, payloadAsStream: true } as InjectOptions)
    const type = String(response.headers['content-type'])
    if (type.startsWith('text/event-stream')) {
      response.stream().destroy()
      return { status: response.statusCode, body: { stream: 1 } }
    }
    const chunks: Buffer[] = []
    for await (const chunk of response.stream()) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const body: unknown = type.includes('json')
      ? JSON.parse(bytes.toString())
      : { [type.split(';')[0] ?? '']: 1 }
    return { status: response.statusCode, body }
  }

  return {
    server,
    recordsOf,
    send: (asked, column) => inject(asked, column, false),
    outcomeOf: async (row, column) => {
      const own = recordsOf(column, row.whose)
      const asked = row.ask(own, column === 'platform')
      const { status, body } = await inject(asked, column, row.keeps ?? false)
      const read = status < 400 && row.read ? row.read(body, own) : body
      const sent = JSON.stringify([
        asked.url,
        asked.query,
        Buffer.isBuffer(asked.payload) ? '' : asked.payload,
      ])
      return outcomeOf(status, read, sent, foreign, column === 'stranger')
    },
    queue: async ({ call, whose }, column) => {
      if (call?.offline.kind !== 'queue') throw new Error('the outbox holds no such call')
      const input = inputOf(call, recordsOf(column, whose), column === 'platform')
      const { version } = call.offline
      const command = { id: randomUUID(), call: call.key, version, input, at: NOW.toISOString() }
      const payload = { device_id: randomUUID(), commands: [command] }
      const asked = { method: 'POST', url: '/api/sync/commands', payload } as const
      const { status, body } = await inject(asked, column, false)
      if (status !== 200) return cellOfCode((body as { code: string }).code)
      const [answer] = (body as { answers: { status: number; body: { code: string } }[] }).answers
      return answer?.status === 200 ? 'ok' : cellOfCode(answer?.body.code ?? '')
    },
    switchModulesOff: () => updateClient(server, SANJEEVANI.id, { main_modules: [] }),
    close: async () => {
      held.isDry = false
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
