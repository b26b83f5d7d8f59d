import { Client, type PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { JobQueue } from '#server/kernel/jobs/job-queue.ts'
import { claimCommand, inputHash } from '#server/kernel/sync/commands/command-log.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import type { BenchServer } from './bench-server.ts'
import { type Figure, ms, timeInTurn } from './figures.ts'

const PERSON = { username: 'dr.mehta', password: 'Readroom#2026' }

interface Statement {
  text: string
  values: unknown[]
}

/** Signs in and returns a caller of the API, with the headers that every call has. */
export async function signedIn(url: string, person: typeof PERSON = PERSON) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-time-zone': 'Asia/Kolkata', ...headers },
      body: JSON.stringify(body),
    })
  const { token } = (await (await post('/api/auth/login', person)).json()) as { token: string }
  return async <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await post(path, body, { authorization: `Bearer ${token}`, ...headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

type Caller = Awaited<ReturnType<typeof signedIn>>

/** Returns the statements on studies that one call sends, recorded at the database. */
async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const caught: Statement[] = []
  const send = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  const catching = function catching(this: Client, ...args: unknown[]) {
    const [text, values] = args
    if (typeof text === 'string' && /\bstudy\b|study_search/.test(text) && Array.isArray(values))
      caught.push({ text, values })
    return Reflect.apply(send, this, args)
  }
  Reflect.set(Client.prototype, 'query', catching)
  try {
    await run()
  } finally {
    Reflect.set(Client.prototype, 'query', send)
  }
  return caught
}

async function inTenant(client: PoolClient, statements: readonly Statement[]): Promise<void> {
  await client.query(`begin; set local app.client_id = '${SANJEEVANI.id}'`)
  for (const { text, values } of statements) await client.query(text, values)
  await client.query('commit')
}

/** Measures `study/getList` of 20 filtered rows against the same SQL in the same tenant transaction. */
async function listFigure(server: BenchServer, call: Caller): Promise<Figure[]> {
  const input = {
    flag: 'worklist',
    ps: 20,
    status: 'Signed',
    modality: 'CT',
    from_date: '2026-01-01',
    to_date: '2026-12-31',
  }
  const list = () => call('/api/study/getList', input)
  const statements = await statementsOf(list)
  if (statements.length === 0) throw new Error('no statement was caught')
  const client = await server.database.pool.connect()
  try {
    const { a, b, ratio } = await timeInTurn(list, () => inTenant(client, statements))
    const name = `study/getList, 20 filtered rows of ${server.studies.toLocaleString('en')}`
    return [
      {
        name: `${name}: against its SQL`,
        value: `${ratio.toFixed(2)} times (${ms(a.median)})`,
        control: ms(b.median),
        limit: 'at most 2.5 times',
        ok: ratio <= 2.5,
      },
      { name: `${name}: p95`, value: ms(a.p95), control: ms(b.p95), limit: 'under 25 ms', ok: a.p95 < 25 },
    ]
  } finally {
    client.release()
  }
}

/** Measures one change of a study with claim, feed and stored answer, against the update alone; both are durable. */
async function writeFigure({ database }: BenchServer): Promise<Figure[]> {
  const clientId = SANJEEVANI.id
  const [study, user] = await database.tenant(clientId, (tx) =>
    Promise.all([
      tx.selectFrom('study').select('id').limit(1).executeTakeFirstOrThrow(),
      tx.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow(),
    ]),
  )
  const update = (tx: Tx) =>
    tx
      .updateTable('study')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .where('client_id', '=', clientId)
      .where('id', '=', study.id)
      .returning('rev')
      .executeTakeFirstOrThrow()
  const bare = () => database.tenant(clientId, update)
  // The measured write adds no job.
  const jobs = {} as JobQueue
  const kernel = { database, now: () => new Date(), announce: () => {}, jobs }
  const whole = () =>
    write(kernel, clientId, async (work) => {
      const commandId = uuidv7()
      const input = { study_id: study.id }
      const claim = {
        clientId,
        userId: user.id,
        deviceId: undefined,
        commandId,
        call: 'bench',
        hash: inputHash('bench', input),
        at: work.now,
      }
      await claimCommand(work.tx, claim)
      const { rev } = await update(work.tx)
      work.changed({ type: 'study', id: study.id, rev, scopes: ['branch:none'] })
      work.answered({ commandId, response: { rev }, baseRev: undefined, keepForEver: false })
    })
  const { a, b, ratio } = await timeInTurn(whole, bare, { runs: 200 })
  const value = `${ratio.toFixed(2)} times (${ms(a.median)})`
  return [
    {
      name: 'a write with command log and feed, against the bare write',
      value,
      control: ms(b.median),
      limit: 'at most 2 times',
      ok: ratio <= 2,
    },
  ]
}

/** Measures the server's figures, on a database of 500,000 studies. */
export async function serverFigures(server: BenchServer): Promise<Figure[]> {
  const call = await signedIn(server.url)
  return [...(await listFigure(server, call)), ...(await writeFigure(server))]
}
