import { expect, test } from 'vitest'
import type { SyncRow } from '#contract/calls/sync.ts'
import { PRIORS_AHEAD_MAX } from '#domain/prior/limits.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { keepPriorsAhead } from '#src/sync/leader/keep-priors-ahead.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { askPriors } from '#src/sync/priors/keep-priors.ts'
import { renewPriors, studiesToRead } from '#src/sync/priors/renew-priors.ts'
import { applyBatch, type PullAnswer } from '#src/sync/pull/apply-batch.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { forgetCopies } from '#src/sync/pull/evict.ts'
import { heldOf, PriorServer, ports, prior, putStudies } from '../support/prior-server.ts'
import { aStudy, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'
import { HandLink, openBare } from '../support/test-page.ts'

function batch(rows: SyncRow[], change: Partial<PullAnswer> = {}): PullAnswer {
  return {
    rows,
    cursor: crypto.randomUUID(),
    pos: 1,
    more: false,
    epoch: 'first',
    granted: ['client', 'branch:one'],
    lost: [],
    windows: {},
    ...change,
  }
}
const apply = async (databases: Databases, answer: PullAnswer) =>
  applyBatch(databases, await readCacheState(databases.cache), answer, new Set())
const putOf = (n: number): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev: 9,
  op: 'put',
  scope: 'branch:one',
  body: aStudy({ id: studyId(n), rev: 9, status: 'Signed' }),
})
const leaveOf = (n: number): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev: 9,
  op: 'leave',
  scope: 'branch:one',
})

test('priors of unreported studies are fetched ahead: the reader’s own first, then the newest, at most 1,000', async () => {
  const databases = await openBare(DOCTOR)
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  await putStudies(
    databases,
    Array.from({ length: PRIORS_AHEAD_MAX + 5 }, (_, n) => ({
      id: studyId(n + 1),
      received_datetime: day(n),
      status: n === 500 ? 'Signed' : n % 2 ? 'Draft' : 'Pending',
      assigned_doctor_id: n === 0 ? DOCTOR : OTHER_DOCTOR,
    })),
  )
  const wanted = await studiesToRead(databases.cache, DOCTOR)
  expect(wanted).toHaveLength(PRIORS_AHEAD_MAX)
  expect(wanted.slice(0, 2)).toEqual([studyId(1), studyId(PRIORS_AHEAD_MAX + 5)])
  expect(wanted).not.toContain(studyId(501))
})

test('a round requests 50 at once, stores the results, and requests only old, changed or new ones again', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  const numbers = Array.from({ length: 60 }, (_, n) => n + 1)
  await putStudies(
    databases,
    numbers.map((n) => ({ id: studyId(n), status: 'Pending' })),
  )
  for (const n of numbers) server.tell(n, 'one', prior(1_000 + n))
  await renewPriors(databases, ports(server))
  expect(server.asked.map(({ ids }) => ids.length)).toEqual([50, 10])
  expect(await heldOf(databases, 60)).toEqual(['Old text.'])
  await renewPriors(databases, ports(server))
  expect(server.asked).toHaveLength(2)
  // A former study in the list was signed again.
  server.tell(7, 'two', prior(1_007, 'New text.'))
  await apply(databases, batch([putOf(1_007)]))
  expect(await heldOf(databases, 7)).toEqual(['Old text.'])
  await renewPriors(databases, ports(server))
  expect(server.asked.at(-1)).toEqual({ ids: [studyId(7)], marks: ['one'] })
  expect(await heldOf(databases, 7)).toEqual(['New text.'])
  await renewPriors(databases, ports(server, 10_000_000 + 3_600_001))
  expect(server.asked.slice(3).flatMap(({ ids }) => ids)).toHaveLength(60)
  expect(await heldOf(databases, 8)).toEqual(['Old text.'])
})

test('a prior that the reader may no longer see is deleted from this device at once', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  server.tell(1, 'one', prior(11), prior(12))
  server.tell(2, 'one', prior(13))
  await askPriors(databases, [studyId(1), studyId(2)], ports(server))
  await apply(databases, batch([leaveOf(12)]))
  expect(await heldOf(databases, 1)).toBeUndefined()
  expect(await databases.cache.priorMarks.get(studyId(1))).toBeUndefined()
  expect(await heldOf(databases, 2)).toEqual(['Old text.'])
})

test('a lost scope deletes all priors, and so does a rebuild of the copies', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  await apply(databases, batch([]))
  await askPriors(databases, [studyId(1)], ports(server))
  await apply(databases, batch([], { granted: ['client'], lost: ['branch:one'] }))
  expect(await heldOf(databases, 1)).toBeUndefined()
  await askPriors(databases, [studyId(1)], ports(server))
  expect(await heldOf(databases, 1)).toEqual(['Old text.'])
  await forgetCopies(databases)
  expect(await heldOf(databases, 1)).toBeUndefined()
})

test('a response overtaken by lost rights is discarded and requested again', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  server.meanwhile = async () => {
    server.tell(1, 'two')
    await apply(databases, batch([leaveOf(11)]))
  }
  await askPriors(databases, [studyId(1)], ports(server))
  expect(server.asked).toHaveLength(2)
  expect(await heldOf(databases, 1)).toEqual([])
})

test('a change that arrives during a request causes another request', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  await putStudies(databases, [{ id: studyId(1), status: 'Pending' }])
  server.tell(1, 'one', prior(11))
  await renewPriors(databases, ports(server))
  await apply(databases, batch([putOf(11)]))
  server.meanwhile = () => apply(databases, batch([putOf(11)]))
  await renewPriors(databases, ports(server))
  await renewPriors(databases, ports(server))
  expect(server.asked).toHaveLength(3)
  await renewPriors(databases, ports(server))
  expect(server.asked).toHaveLength(3)
})

test('priors that the server no longer returns, or that nobody will read, are deleted', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  for (const n of [1, 2, 3]) server.tell(n, 'one', prior(10 + n))
  await putStudies(
    databases,
    [1, 2].map((n) => ({ id: studyId(n), status: 'Pending' as const })),
  )
  await askPriors(databases, [studyId(1), studyId(2), studyId(3)], ports(server))
  server.known.delete(studyId(2))
  await renewPriors(databases, ports(server, 20_000_000))
  expect(await heldOf(databases, 1)).toEqual(['Old text.'])
  expect(await heldOf(databases, 2)).toBeUndefined()
  // It may not be read here, and nobody has opened it.
  expect(await heldOf(databases, 3)).toBeUndefined()
})

test('the leader renews at each wake-up while the server is reachable', async () => {
  const [wake, stop, link] = [createWakeSignal(), new AbortController(), new HandLink()]
  let rounds = 0
  const renewed = Promise.withResolvers<void>()
  link.set(false)
  const running = keepPriorsAhead(
    {
      link,
      onError: () => undefined,
      renew: async () => {
        rounds += 1
        renewed.resolve()
      },
    },
    wake,
    stop.signal,
  )
  link.set(true)
  wake.wake()
  await renewed.promise
  stop.abort()
  await running
  expect(rounds).toBe(1)
})

test('only a screen marks priors as opened; a fetch ahead never does', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  await putStudies(databases, [{ id: studyId(1), status: 'Pending' }])
  await renewPriors(databases, ports(server))
  await askPriors(databases, [studyId(1)], { ...ports(server), opened: true })
  expect(server.asked.map(({ opened }) => opened)).toEqual([undefined, 1])
})

test('a rebuild of the copies overtakes a response, however often rights were lost before', async () => {
  for (const losses of [0, 1, 2]) {
    const databases = await openBare()
    const server = new PriorServer()
    for (let n = 0; n < losses; n += 1) await apply(databases, batch([leaveOf(90)]))
    server.tell(1, 'one', prior(11))
    server.meanwhile = async () => {
      server.tell(1, 'two')
      await forgetCopies(databases)
    }
    await askPriors(databases, [studyId(1)], ports(server))
    expect(server.asked).toHaveLength(2)
    expect(await heldOf(databases, 1)).toEqual([])
  }
})
