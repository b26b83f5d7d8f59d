import { expect, test } from 'vitest'
import type { SyncRow } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { noteEpoch } from '#src/sync/pull/epoch.ts'
import { createPuller, type StudyChange } from '#src/sync/pull/puller.ts'
import { keepDraftIn, saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import {
  anAuthor,
  Browser,
  callerOver,
  isDrained,
  newUser,
  openBare,
  openPage,
  until,
} from '../support/test-page.ts'

const put = (n: number, received = '2026-11-20T08:05:00.000Z'): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev: 1,
  op: 'put',
  scope: 'branch:one',
  body: aStudy({ id: studyId(n), received_datetime: received }),
})
const studies = ({ cache }: Databases) => cache.studies.toCollection().primaryKeys()
const author = anAuthor(newUser())

async function start() {
  const server = new ModelServer()
  const databases = await openBare()
  const puller = createPuller(databases, callerOver(server.fetch))
  const told: StudyChange[] = []
  puller.studies$.subscribe((change) => told.push(change))
  return { server, databases, puller, told }
}

test('batches are fetched until there are no more, and the lists are notified of the changed studies', async () => {
  const { server, databases, puller, told } = await start()
  server.pullRows = [[put(1), put(2)], [put(3)], []]
  await puller.pull()
  expect(await studies(databases)).toEqual([studyId(1), studyId(2), studyId(3)])
  expect(told.flat()).toEqual([studyId(1), studyId(2), studyId(3)])
})

test('each batch is requested once, and the next one while this one is written', async () => {
  const server = new ModelServer()
  const databases = await openBare()
  const serverCall = callerOver(server.fetch)
  const askedBy: { cursor: unknown; held: Promise<number> }[] = []
  const call: Caller = (target, input, options) => {
    askedBy.push({ cursor: (input as { cursor?: string }).cursor, held: databases.cache.studies.count() })
    return serverCall(target, input, options)
  }
  server.pullRows = [[put(1)], [put(2)], [put(3)]]
  await createPuller(databases, call).pull()
  expect(await studies(databases)).toEqual([studyId(1), studyId(2), studyId(3)])
  // Each batch once, and the second one before the first was written.
  expect(new Set(askedBy.map(({ cursor }) => cursor)).size).toBe(askedBy.length)
  expect(await Promise.all(askedBy.slice(0, 2).map(({ held }) => held))).toEqual([0, 0])
})

test('a pull requested during another one causes one more pull', async () => {
  const { server, databases, puller } = await start()
  server.pullRows = [[put(1)]]
  const first = puller.pull()
  const second = puller.pull()
  await Promise.all([first, second])
  server.pullRows = [[put(2)]]
  await puller.pull()
  expect(await studies(databases)).toEqual([studyId(1), studyId(2)])
})

test('studies outside the window are evicted with their reports; studies in use stay', async () => {
  const { server, databases, puller, told } = await start()
  const old = '2026-07-01T00:00:00.000Z'
  server.pullRows = [[put(1, old), put(2, old), put(3)]]
  await keepDraftIn(databases, author, aDraft('typed', { study_id: studyId(2) }), saveLabel)
  await puller.pull()
  expect(await studies(databases)).toEqual([studyId(2), studyId(3)])
  expect(told.flat()).toContain(studyId(1))
})

test.each(['resync', 'restored'])(
  'after %s the copies are fetched again and the work is kept',
  async (why) => {
    const { server, databases, puller } = await start()
    server.pullRows = [[put(1), put(2)]]
    await puller.pull()
    await saveDraftIn(databases, author, aDraft('unsent', { study_id: studyId(2) }), 'Draft', saveLabel)
    if (why === 'restored') server.epoch = 'second'
    else server.resyncs = 1
    server.pullRows = why === 'restored' ? [[], [put(3)]] : [[put(3)]]
    await puller.pull()
    expect(await studies(databases)).toEqual([studyId(2), studyId(3)])
    expect(await databases.work.outbox.count()).toBe(1)
    expect(await databases.work.drafts.count()).toBe(1)
    expect((await readCacheState(databases.cache)).epoch).toBe(server.epoch)
  },
)

test('a command leaves the outbox with its optimistic rows after the pull has passed its position', async () => {
  const server = new ModelServer()
  const page = await openPage(new Browser(), server)
  page.link.set(false)
  await saveDraftIn(page.databases, page.device.author, aDraft('one'), 'Draft', saveLabel)
  page.link.set(true)
  const { work } = page.databases
  await until(async () => (await work.outbox.count()) === 0, 'the end of the command')
  expect(await work.overlay.count()).toBe(0)
  expect(server.happened).toHaveLength(1)
  await page.device.stop()
})

test('the queue is sent even while the pull fails', async () => {
  const server = new ModelServer()
  const page = await openPage(new Browser(), server, {
    call: callerOver(async (url, init) => {
      if (url.includes('pull')) throw new TypeError('fetch failed')
      return server.fetch(url, init)
    }),
  })
  await saveDraftIn(page.databases, page.device.author, aDraft('one'), 'Draft', saveLabel)
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(await page.databases.work.outbox.where('state').equals('acked').count()).toBe(1)
  await page.device.stop()
})

test('each pull returns the mark of the rights that the server used', async () => {
  const server = new ModelServer()
  const marks = ['one', 'one', 'two']
  const plain = callerOver(server.fetch)
  const call: Caller = async (target, input, options) => {
    const answer = await plain(target, input, options)
    return (target.key === 'sync/pull' ? { ...(answer as object), rights: marks.shift() } : answer) as never
  }
  const puller = createPuller(await openBare(), call)
  const told: string[] = []
  puller.rights$.subscribe((mark) => told.push(mark))
  for (let n = 0; n < 3; n++) await puller.pull()
  expect(told).toEqual(['one', 'one', 'two'])
})

test('a pull reports the end of the feed from its last batch, and none before the first pull', async () => {
  const { server, puller } = await start()
  expect([puller.hasReached(0), puller.hasReached(-1)]).toEqual([false, true])
  let end = 0
  const ended: number[] = []
  const fetch = server.fetch
  const counting = createPuller(
    await openBare(),
    callerOver(async (url, init) => {
      const response = await fetch(url, init)
      end = ((await response.clone().json()) as { pos: number }).pos
      ended.push(end)
      return response
    }),
  )
  server.pullRows = [[put(1)], []]
  await counting.pull()
  expect(ended.length).toBeGreaterThan(0)
  expect([counting.hasReached(end), counting.hasReached(end + 1)]).toEqual([true, false])
})

test('work between two batches runs alone, and the pull waits for it', async () => {
  const { puller, server } = await start()
  const order: string[] = []
  const hold = Promise.withResolvers<void>()
  const between = puller.between(async () => {
    order.push('begins')
    await hold.promise
    order.push('ends')
    return 7
  })
  const pulled = puller.pull().then(() => order.push('pulled'))
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(order).toEqual(['begins'])
  hold.resolve()
  expect(await between).toBe(7)
  await pulled
  expect(order).toEqual(['begins', 'ends', 'pulled'])
  // A failure of what stood between stops no later pull.
  await expect(puller.between(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
  server.isReachable = true
  await puller.pull()
})

test('a prefetched batch that is never used causes no unhandled error', async () => {
  const server = new ModelServer()
  const databases = await openBare()
  let asked = 0
  const puller = createPuller(
    databases,
    callerOver((url, init) => {
      if (url.includes('sync/pull') && ++asked === 2) return Promise.reject(new TypeError('fetch failed'))
      return server.fetch(url, init)
    }),
  )
  server.pullRows = [[put(1)], [put(2)], []]
  await expect(puller.pull()).rejects.toThrow()
  await puller.pull()
  expect(await studies(databases)).toContain(studyId(1))
})

test('a single pull sends one request; a pull requested during the response sends one more', async () => {
  const server = new ModelServer()
  let asked = 0
  let during: (() => unknown) | undefined
  const puller = createPuller(
    await openBare(),
    callerOver((url, init) => {
      if (url.includes('sync/pull')) {
        asked += 1
        during?.()
        during = undefined
      }
      return server.fetch(url, init)
    }),
  )
  await puller.pull()
  expect(asked).toBe(1)
  during = () => puller.pull()
  await puller.pull()
  expect(asked).toBe(3)
})

test('a server of another history lets the sender know that acknowledged work waits again', async () => {
  const server = new ModelServer()
  const databases = await openBare()
  let told = 0
  const puller = createPuller(databases, callerOver(server.fetch), () => (told += 1))
  await noteEpoch(databases.work, server.epoch)
  await databases.work.outbox.add(outboxRow(1, { state: 'acked', acked: { pos: 99, rev: 1, at: 1 } }))
  await puller.pull()
  expect(told).toBe(0)
  server.epoch = 'second'
  await puller.pull()
  expect(told).toBeGreaterThan(0)
  expect((await databases.work.outbox.toArray()).map(({ state }) => state)).toEqual(['waiting'])
})
