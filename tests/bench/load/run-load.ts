import { setTimeout as pause } from 'node:timers/promises'
import { v7 as mintId } from 'uuid'
import { type Timing, timingOf } from '../figures.ts'
import { ask } from './ask.ts'
import { type Counts, LoadDevice, pullAll } from './device.ts'
import type { Seat } from './make-client.ts'

const PHP = '/phpapi/index.php/'
const COMMITS_A_SECOND = 5
/** The interval of the measured person's requests. */
const ASK_EVERY_MS = 100
/** The time limit for the arrival of the last commits. */
const SETTLE_MS = 5_000
/** The first responses of a freshly started server are not representative. */
const WARM_UP_MS = 3_000

export interface LoadFigures {
  idle: Timing
  loaded: Timing
  commit: Timing
  /** From the click to the row in the page of another device of the branch. */
  visible: Timing
  commits: number
  /** Rows that did not arrive at a device in time. */
  missing: number
  counts: Counts
}

interface Commit {
  at: number
  author: LoadDevice
  waiting: Set<LoadDevice>
}

/**
 * Opens a device for each seat, lets them listen, and commits five changes a second in their branches for
 * `seconds`.
 */
export async function runLoad(base: string, seats: readonly Seat[], seconds: number): Promise<LoadFigures> {
  const counts: Counts = { pokes: 0, pulls: 0, empty: 0, failed: 0 }
  const commits = new Map<string, Commit>()
  const visible: number[] = []
  const onRow = (id: string, device: LoadDevice) => {
    const commit = commits.get(id)
    if (commit?.waiting.delete(device) && device !== commit.author)
      visible.push(performance.now() - commit.at)
  }
  const cursors = new Map<string, string>()
  for (const seat of seats) if (!cursors.has(seat.person)) cursors.set(seat.person, await pullAll(base, seat))
  const devices = seats.map(
    (seat) => new LoadDevice(base, seat, cursors.get(seat.person) ?? '', counts, onRow),
  )
  for (const device of devices) await device.open()
  const asker = seats.find(({ branch }) => branch !== undefined)
  if (!asker) throw new Error('nobody works at a branch')
  try {
    await askFor(base, asker, WARM_UP_MS)
    const idle = await askFor(base, asker, Math.max(2_000, seconds * 500))
    Object.assign(counts, { pokes: 0, pulls: 0, empty: 0, failed: 0 })
    const asking = askFor(base, asker, seconds * 1_000)
    asking.catch(() => undefined)
    const answers = await commitFor(base, devices, commits, seconds)
    const loaded = await asking
    await pause(SETTLE_MS)
    const missing = [...commits.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
    return {
      idle: timingOf(idle),
      loaded: timingOf(loaded),
      commit: timingOf(answers),
      visible: timingOf(visible),
      commits: commits.size,
      missing,
      counts,
    }
  } finally {
    for (const device of devices) device.close()
  }
}

/** Returns the response times of the list of patients, requested again and again. */
async function askFor(base: string, { token }: Seat, ms: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const began = performance.now()
    await ask({ url: `${base}${PHP}patients?ps=25`, token })
    times.push(performance.now() - began)
    await pause(Math.max(0, ASK_EVERY_MS - (performance.now() - began)))
  }
  return times
}

/** Registers patients at a steady pace, each at another desk; returns the response times. */
async function commitFor(
  base: string,
  devices: readonly LoadDevice[],
  commits: Map<string, Commit>,
  seconds: number,
): Promise<number[]> {
  const authors = devices.filter(({ seat }) => seat.branch !== undefined)
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let n = 0; n < seconds * COMMITS_A_SECOND; n += 1) {
    // Far apart in the list, because neighbours work at neighbouring branches.
    const author = authors[(n * 7) % authors.length]
    if (author) {
      const one = commit(base, author, devices, commits, n).then((ms) => void times.push(ms))
      // A failure is reported at the end, when the server can be stopped in order.
      one.catch(() => undefined)
      running.push(one)
    }
    await pause(1_000 / COMMITS_A_SECOND)
  }
  await Promise.all(running)
  return times
}

async function commit(
  base: string,
  author: LoadDevice,
  devices: readonly LoadDevice[],
  commits: Map<string, Commit>,
  n: number,
): Promise<number> {
  const id = mintId()
  const { branch, token } = author.seat
  const waiting = devices.filter(({ seat }) => seat.branch === branch || seat.branch === undefined)
  const at = performance.now()
  commits.set(id, { at, author, waiting: new Set(waiting) })
  const body = {
    id,
    // Names are not alike, because the server would otherwise ask about duplicates.
    fname: word(),
    lname: word(),
    mobile: String(6_000_000_000 + Math.floor(Math.random() * 3_999_999_999)),
    gender: n % 2 ? 'Female' : 'Male',
    dob: `${1930 + Math.floor(Math.random() * 80)}-0${1 + (n % 9)}-1${n % 10}`,
  }
  const headers = { 'idempotency-key': mintId() }
  await ask({ url: `${base}${PHP}patient/save`, token, method: 'POST', headers, body })
  return performance.now() - at
}

const word = () => {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)))
  return letters.join('').replace(/^./, (first) => first.toUpperCase())
}
