import { randomUUID } from 'node:crypto'
import { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { DESKS, type SimUser } from '../sim/client.ts'
import { SimDevice } from '../sim/device.ts'
import { Tab } from '../sim/tab.ts'
import { runAs } from '../sim/time.ts'
import type { World } from '../sim/world.ts'

/** By then, earlier waits of a device have ended. */
const SETTLED_MS = 62_000

/**
 * A stream checks its reader's rights this often (server/kernel/sync/feed/stream.ts); a pull of another session
 * does not inform it.
 */
const BEAT_MS = 15_000

/** Lets time pass until every device receives pokes of its own scopes and waits for no response. */
export async function untilListening({ time, network, devices, rightsMovedAt }: World): Promise<void> {
  const moved = Math.max(...rightsMovedAt, 0)
  if (time.now - moved <= BEAT_MS) await time.advance(moved + BEAT_MS + 1 - time.now)
  const isListening = () =>
    !network.isBusy &&
    devices.every(({ openTabs }) => openTabs.some((tab) => network.streams.listening.includes(tab)))
  await time.advance(SETTLED_MS, isListening)
}

/** Makes one more change as another person. Returns whether the server accepted it. */
export async function changeElsewhere(world: World): Promise<boolean> {
  const { client } = world
  const user = client.users[client.centre ? DESKS[0]! : 0]!
  const device = new SimDevice('another device', user)
  device.credentials = await world.newSession(user, device.id)
  const study = await world.offStage(() => leastTouched(world))
  const tab = await new Tab(world.time, device).openOnly(world.network)
  try {
    await world.finish(runAs(tab, () => (client.centre ? register(tab) : assign(tab, study, client.users))))
    return true
  } catch (error) {
    // A signed study cannot be assigned.
    if (error instanceof ApiError) return false
    throw error
  } finally {
    tab.die()
  }
}

const register = ({ call }: Tab) =>
  call(patientDeskCalls.save, {
    id: randomUUID(),
    fname: 'Last',
    lname: 'Comer',
    mobile: '9811111111',
    gender: 'Female',
    dob: '1950-01-11',
  })

type Assigned = Awaited<ReturnType<typeof leastTouched>>

// A later revision could hide a wrong copy of a device.
const leastTouched = ({ client, server }: World) =>
  server.database.tenant(client.id, (tx) =>
    tx
      .selectFrom('study')
      .select(['id', 'assigned_doctor_id', 'signed_by_doctor_id'])
      .where('client_id', '=', client.id)
      .orderBy('rev')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

function assign({ call }: Tab, study: Assigned, users: readonly SimUser[]): Promise<unknown> {
  const { id, assigned_doctor_id, signed_by_doctor_id } = study
  const to = users.find((user) => user.id !== assigned_doctor_id)!
  return call(reportCalls.assignDoctor, { study_id: id, assigned_doctor_id: to.id, signed_by_doctor_id })
}
