import { expect, test } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import {
  type KeptList,
  openQueueLine,
  type QueueList,
  type QueueState,
} from '#src/sync/que-display/queue-line.ts'

const AT = Date.parse('2026-11-21T05:00:00Z')
const list = (token: string): QueueList => ({
  screen: 'Hall',
  branch: 'Andheri',
  time_zone: 'Asia/Kolkata',
  machines: [{ id: 'm', name: 'CT' }],
  items: [
    {
      id: 'a',
      machine_id: 'm',
      machine: 'CT',
      status: 5,
      status_name: 'Ready to Scan',
      pat_id: token,
      initials: '',
      exm_end_dt: null,
      is_bring_next: 'N',
    },
  ],
  at: new Date(AT + 60_000).toISOString(),
})

function openLine(answers: (() => Promise<QueueList>)[], kept?: KeptList) {
  const states: QueueState[] = []
  const written: (KeptList | undefined)[] = []
  const world = { now: AT, asked: 0, tick: () => {}, poke: () => {} }
  const close = openQueueLine(
    {
      ask: () => {
        world.asked += 1
        return (answers.shift() ?? (() => new Promise<QueueList>(() => {})))()
      },
      listen: (onPoke) => {
        world.poke = onPoke
        return () => {}
      },
      tick: (onTick) => {
        world.tick = onTick
        return () => {}
      },
      kept: { read: async () => kept, write: async (value) => void written.push(value) },
      now: () => world.now,
    },
    (state) => states.push(state),
  )
  const settle = () => new Promise((done) => setTimeout(done, 5))
  return { states, written, world, close, settle, last: () => states.at(-1) }
}

test('the stored list is shown at once and is replaced by the server’s', async () => {
  const line = openLine([async () => list('V2')], { list: list('V1'), heardAt: AT - 1000 })
  await line.settle()
  expect(line.last()?.list?.items[0]?.pat_id).toBe('V2')
  expect(line.last()?.skewMs).toBe(60_000)
  expect(line.written).toHaveLength(1)
})

test('offline, the last list stays with the time of the last contact', async () => {
  const line = openLine([
    async () => list('V1'),
    async () => {
      throw new OfflineError()
    },
    async () => {
      throw new OfflineError()
    },
    async () => list('V3'),
  ])
  await line.settle()
  for (const later of [5000, 10_000]) {
    line.world.now = AT + later
    line.world.tick()
    await line.settle()
    expect(line.last()).toMatchObject({ downSince: AT, list: { items: [{ pat_id: 'V1' }] } })
  }
  line.world.tick()
  await line.settle()
  expect(line.last()?.downSince).toBeUndefined()
  expect(line.last()?.list?.items[0]?.pat_id).toBe('V3')
})

test('a display unknown to the server shows and stores nothing any more', async () => {
  const line = openLine(
    [
      async () => {
        throw new ApiError(404, { code: 'not_found', message: 'Not found.' })
      },
    ],
    { list: list('V1'), heardAt: AT },
  )
  await line.settle()
  expect(line.last()).toMatchObject({ isUnknown: true })
  expect(line.last()?.list).toBeUndefined()
  expect(line.written).toEqual([undefined])
})

test('any number of pokes during a request cause one more request after it', async () => {
  let answer: (value: QueueList) => void = () => {}
  const first = new Promise<QueueList>((done) => {
    answer = done
  })
  const line = openLine([() => first, async () => list('V2')])
  line.world.poke()
  line.world.poke()
  line.world.tick()
  expect(line.world.asked).toBe(1)
  answer(list('V1'))
  await line.settle()
  expect(line.world.asked).toBe(2)
  expect(line.last()?.list?.items[0]?.pat_id).toBe('V2')
})

test('an unchanged list is stored once a minute and not every five seconds', async () => {
  const line = openLine(Array.from({ length: 20 }, () => async () => list('V1')))
  await line.settle()
  for (let step = 1; step <= 13; step += 1) {
    line.world.now = AT + step * 5000
    line.world.tick()
    await line.settle()
  }
  expect(line.written).toHaveLength(2)
})

test('a display that starts offline shows how old its stored list is', async () => {
  const line = openLine(
    [
      async () => {
        throw new OfflineError()
      },
    ],
    { list: list('V1'), heardAt: AT - 90_000 },
  )
  await line.settle()
  expect(line.last()).toMatchObject({ downSince: AT - 90_000, list: { items: [{ pat_id: 'V1' }] } })
})

test('a closed subscription reports no further state', async () => {
  const line = openLine([async () => list('V1')])
  line.close()
  await line.settle()
  expect(line.states).toEqual([])
})
