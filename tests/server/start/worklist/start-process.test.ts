import { once } from 'node:events'
import { createServer } from 'node:net'
import { constants, getPriority } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import type { WorklistTask } from '#server/start/worklist/messages.ts'
import { startWorklistProcess } from '#server/start/worklist/start-process.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'

const SLOW = 60_000
let db: TestDatabase
let task: WorklistTask

beforeAll(async () => {
  db = await openTestDatabase()
  const { publicKey } = await openSealingKeys(TEST_KEYS_FILE)
  task = { host: '127.0.0.1', port: 0, databaseUrl: db.url, publicKey }
})
afterAll(() => db.close())

test('a process that stops responding is ended and gives the reason', { timeout: SLOW }, async () => {
  const beat = { everyMs: 50, missedMax: 3 }
  const running = await startWorklistProcess({ task, onFailure: () => undefined, beat })
  const isOver = running.ended.then(() => true)
  // While it answers it is not restarted, however many queries there are.
  expect(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 600))])).toBe(undefined)
  process.kill(running.pid ?? 0, 'SIGSTOP')
  expect(await running.ended).toBe('SIGKILL, because it did not answer any more')
})

test('a failure to listen is reported with the system’s error code', { timeout: SLOW }, async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  await expect(
    startWorklistProcess({ task: { ...task, port }, onFailure: () => undefined }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' })
  holder.close()
  const databaseUrl = db.url.replace(/:[^:@/]+@/, ':wrong@')
  await expect(
    startWorklistProcess({ task: { ...task, databaseUrl }, onFailure: () => undefined }),
  ).rejects.toMatchObject({ code: '28P01' })
})

test('the system gives the server priority', { timeout: SLOW }, async () => {
  const running = await startWorklistProcess({ task, onFailure: () => undefined })
  expect(getPriority(running.pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  await running.stop()
})
