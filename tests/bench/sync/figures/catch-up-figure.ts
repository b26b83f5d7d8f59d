import { DEMO_SIGN_IN } from '#tests/e2e/helpers/people.ts'
import { signInAsDemo } from '#tests/helpers/server-process.ts'
import { type Figure, ms } from '../../figures.ts'
import { within } from '../sync-device.ts'
import type { OurDevice } from './our-device.ts'

const BATCH = 50
const NARROW = { roundTripMs: 300, bitsPerSecond: 1_000_000 }
const BOUND_MS = 90_000

type Send = <T>(path: string, body: unknown) => Promise<T>

async function signedIn(url: string, username: string): Promise<Send> {
  const token = await signInAsDemo(url, username)
  return async <T>(path: string, body: unknown) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-time-zone': 'Asia/Kolkata',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** Assigns the studies to `doctor` as another person, one command each. */
async function assignAll(send: Send, ids: readonly string[], doctor: string): Promise<void> {
  const device_id = crypto.randomUUID()
  for (let from = 0; from < ids.length; from += BATCH) {
    const commands = ids.slice(from, from + BATCH).map((study_id) => ({
      id: crypto.randomUUID(),
      call: 'assignDoctor',
      version: 1,
      input: { study_id, assigned_doctor_id: doctor, signed_by_doctor_id: null },
      depends: [],
      at: new Date().toISOString(),
    }))
    const { answers } = await send<{ answers: { status: number; body: unknown }[] }>('/api/sync/commands', {
      device_id,
      commands,
    })
    const refused = answers.find(({ status }) => status !== 200)
    if (refused) throw new Error(`not assigned: ${JSON.stringify(refused)}`)
  }
}

/** Measures the pull of a device that was offline for a working day, over a narrow line. */
export async function catchUpFigures(desk: OurDevice, count: number): Promise<Figure[]> {
  const ids = desk.server.freshStudies(count)
  const send = await signedIn(desk.server.url, DEMO_SIGN_IN.admin)
  const doctor = await desk.page.evaluate(() => figures.ownId())
  await desk.goOffline()
  // In the order of a day: the newest study last.
  await assignAll(send, ids.toReversed(), doctor)
  const watched = desk.page.evaluate(([all, to]) => figures.watchCatchUp(all, to), [ids, doctor] as const)
  await desk.goOnline(NARROW)
  const { firstMs, allMs } = await within(BOUND_MS, watched)
  await desk.goOnline()
  const name = `${count.toLocaleString('en')} changes after a day away, at 1 Mbit/s and 300 ms`
  return [
    {
      name: `${name}: first page of the worklist`,
      value: ms(firstMs),
      control: '',
      limit: 'within 1,500 ms',
      ok: firstMs <= 1_500,
    },
    { name: `${name}: all`, value: ms(allMs), control: '', limit: 'within 5,000 ms', ok: allMs <= 5_000 },
  ]
}
