import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Notice, packNotices } from '#server/kernel/sync/feed/feed-announcer.ts'
import { FeedPokes, type Growth } from '#server/kernel/sync/feed/feed-pokes.ts'

const CLIENT = 'client'

function listenTo(pokes: FeedPokes) {
  const heard: Pick<Growth, 'pos' | 'scopes'>[] = []
  const stop = pokes.listen(CLIENT, { wants: () => true, hear: (growth) => heard.push(growth) })
  return { heard, stop }
}

/** Consecutive commits of one to five rows each. */
const commits = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 }).map((sizes) => {
  let pos = 0
  return sizes.map((size, n): Growth => ({ pos: (pos += size), size, scopes: [`scope ${n}`] }))
})

test('each commit is announced once, in whatever order and however often it is received', () => {
  fc.assert(
    fc.property(
      commits.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
      ),
      ([all, told]) => {
        const pokes = new FeedPokes()
        const { heard } = listenTo(pokes)
        pokes.begin(CLIENT, 0)
        for (const growth of told) pokes.poke(CLIENT, growth)
        expect(heard.map(({ pos }) => pos).sort((a, b) => a - b)).toEqual(all.map(({ pos }) => pos))
        expect(pokes.awaited().get(CLIENT)).toBe(all.at(-1)?.pos)
      },
    ),
  )
})

test('a commit without a notice is found by the head, and announced without scopes', () => {
  fc.assert(
    fc.property(commits, fc.nat(), (all, lost) => {
      const pokes = new FeedPokes()
      const { heard } = listenTo(pokes)
      pokes.begin(CLIENT, 0)
      const missing = all[lost % all.length]
      for (const growth of all) if (growth !== missing) pokes.poke(CLIENT, growth)
      const head = all.at(-1)?.pos ?? 0
      expect(pokes.awaited().get(CLIENT)).toBeLessThan(head)
      heard.length = 0
      pokes.reached(CLIENT, head)
      pokes.reached(CLIENT, head)
      expect(heard).toEqual([{ pos: head, scopes: undefined }])
    }),
  )
})

test('a feed restored from a backup is announced from its restored position', () => {
  const pokes = new FeedPokes()
  const { heard } = listenTo(pokes)
  pokes.begin(CLIENT, 90)
  pokes.reached(CLIENT, 40)
  pokes.poke(CLIENT, { pos: 41, size: 1, scopes: ['a'] })
  expect(heard).toEqual([
    { pos: 40, scopes: undefined },
    { pos: 41, scopes: ['a'] },
  ])
})

test('commits from before the first reading count with it, in whatever order they came', () => {
  const pokes = new FeedPokes()
  listenTo(pokes)
  for (const [pos, size] of [
    [9, 1],
    [5, 1],
    [4, 4],
  ] as const)
    pokes.poke(CLIENT, { pos, size, scopes: ['a'] })
  expect(pokes.awaited().get(CLIENT)).toBeUndefined()
  pokes.begin(CLIENT, 0)
  expect(pokes.awaited().get(CLIENT)).toBe(5)
  pokes.begin(CLIENT, 90)
  expect(pokes.awaited().get(CLIENT)).toBe(5)
})

test('a client without listeners has no entry', () => {
  const pokes = new FeedPokes()
  pokes.begin(CLIENT, 7)
  pokes.reached(CLIENT, 8)
  pokes.poke(CLIENT, { pos: 9, size: 1, scopes: undefined })
  expect(pokes.awaited().size).toBe(0)
})

test('a commit is known only once all of its rows are, and the next one may follow at once', () => {
  const pokes = new FeedPokes()
  const { heard } = listenTo(pokes)
  pokes.begin(CLIENT, 3)
  pokes.poke(CLIENT, { pos: 6, size: 2, scopes: ['a'] })
  expect(pokes.awaited().get(CLIENT)).toBe(3)
  pokes.poke(CLIENT, { pos: 4, size: 1, scopes: ['a'] })
  expect(pokes.awaited().get(CLIENT)).toBe(6)
  pokes.poke(CLIENT, { pos: 6, size: 2, scopes: ['a'] })
  expect(heard.map(({ pos }) => pos)).toEqual([6, 4])
})

test('only listeners of a scope are notified, with the number of notified listeners', () => {
  const pokes = new FeedPokes()
  const crowds: number[] = []
  for (const own of ['a', 'a', 'b'])
    pokes.listen(CLIENT, { wants: (scopes) => scopes.includes(own), hear: (_, crowd) => crowds.push(crowd) })
  pokes.poke(CLIENT, { pos: 1, size: 1, scopes: ['a'] })
  expect(crowds).toEqual([2, 2])
  pokes.poke(CLIENT, { pos: 2, size: 1, scopes: undefined })
  expect(crowds).toEqual([2, 2, 3, 3, 3])
})

test('a listener that stopped is removed', () => {
  const pokes = new FeedPokes()
  const { heard, stop } = listenTo(pokes)
  stop()
  pokes.poke(CLIENT, { pos: 1, size: 1, scopes: ['a'] })
  expect([heard, [...pokes.awaited()]]).toEqual([[], []])
})

test('notices fit into the size of a NOTIFY, and none is left out', () => {
  const some = fc.tuple(
    fc.uuid(),
    fc.nat(),
    fc.nat(),
    fc.option(
      fc.array(
        fc.uuid().map((id) => `branch:${id}`),
        { maxLength: 400 },
      ),
    ),
  ) as fc.Arbitrary<Notice>
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (notices) => {
      const payloads = packNotices(notices)
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
      const read = payloads.flatMap((payload) => JSON.parse(payload) as Notice[])
      expect(read.map(([client, pos, size]) => [client, pos, size])).toEqual(
        notices.map(([client, pos, size]) => [client, pos, size]),
      )
      for (const [i, [, , , scopes]] of read.entries())
        expect(
          scopes === null || scopes === notices[i]?.[3] || scopes.length === notices[i]?.[3]?.length,
        ).toBe(true)
    }),
    { numRuns: 30 },
  )
})
