import { StorageFullError } from '#src/db/room.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { SimDevice } from '../sim/device.ts'
import type { Deed } from '../sim/ledger.ts'
import { lockDevice } from '../sim/locked.ts'
import type { Person } from '../sim/person.ts'
import { Killed, type Tab } from '../sim/tab.ts'
import type { World } from '../sim/world.ts'
import type { Seat, Step } from './step.ts'
import { wordsOf } from './words.ts'

type StepOf<K extends Step['do']> = Extract<Step, { do: K }>
type Perform = { [K in Step['do']]: (world: World, step: StepOf<K>) => Promise<void> | void }

const deviceOf = (world: World, device: number) => world.devices[device % world.devices.length]!
const studyOf = (world: World, study: number) => world.client.studies[study % world.client.studies.length]!

/** The tab that is meant; where none is open the person opens one. */
async function tabOf(world: World, { device, tab }: Seat): Promise<Tab | undefined> {
  const at = deviceOf(world, device)
  const open = at.openTabs
  return open[tab % Math.max(1, open.length)] ?? (at.isLocked ? undefined : world.openTab(at))
}

const PERFORM: Perform = {
  save: (world, step) =>
    doDeed(world, step, 'save', (person, study, { mark }) => person.save(study, mark!, step)),
  assign: (world, step) =>
    doDeed(world, step, 'assign', (person, study) =>
      person.assign(study, step.to === null ? null : (world.client.users[step.to]?.id ?? null)),
    ),
  verify: (world, step) => doDeed(world, step, 'verify', (person, study) => person.verify(study)),
  open: (world, step) => atTab(world, step, (person) => person.renew(studyOf(world, step.study))),
  settle: (world, step) => atTab(world, step, (person) => person.settle()),
  retry: (world, step) => atTab(world, step, (person) => person.retry()),
  'give up': (world, step) =>
    atTab(world, step, async (person) => {
      const gone = await person.giveUp()
      if (gone) world.ledger.giveUp(gone)
    }),
  wait: (world, { ms }) => world.time.advance(ms),
  fault: (world, { device, fault, on }) => void deviceOf(world, device).line.faults.push({ fault, on }),
  cut: (world, { device, ms }) => {
    const { line } = deviceOf(world, device)
    line.isCut = true
    later(world, ms, () => {
      line.isCut = false
    })
  },
  'session over': async (world, { device, ms }) => {
    const at = deviceOf(world, device)
    await endSession(world, at)
    later(world, ms, () => void renewSession(world, at))
  },
  clock: (world, { device, byMs }) => {
    deviceOf(world, device).clockOff += byMs
  },
  lock: (world, { device, ms }) => {
    const at = deviceOf(world, device)
    if (at.isLocked || at.openTabs.length === 0) return
    lockDevice(at)
    later(world, ms, () => at.unlock?.())
  },
  'disk full': (world, { device, ms }) => {
    const at = deviceOf(world, device)
    at.isFull = true
    later(world, ms, () => {
      at.isFull = false
    })
  },
  'close tab': async (world, step) => (await tabOf(world, step))?.die(),
  'kill tab': async (world, step) => (await tabOf(world, step))?.dieAfter(step.steps),
  'open tab': async (world, { device }) => {
    const at = deviceOf(world, device)
    if (at.openTabs.length < 2 && !at.isLocked) await world.openTab(at)
  },
  freeze: async (world, step) => {
    const tab = await tabOf(world, step)
    if (!tab) return
    tab.isFrozen = true
    later(world, step.ms, () => {
      tab.isFrozen = false
    })
  },
  'kill server': (world, { at, ms }) => {
    if (at === 'now') {
      world.killServer(ms)
      return
    }
    const faults = world.server.faults!
    faults.killAt = at
    const { onKilled } = faults
    faults.onKilled = () => {
      faults.onKilled = onKilled
      onKilled()
      world.restartAfter(ms)
    }
  },
  'slow write': (world, { ms }) => {
    world.server.faults!.hold = () => world.hold(ms)
  },
}

/** Lets one step happen. */
export async function perform(world: World, step: Step): Promise<void> {
  await (PERFORM[step.do] as (world: World, step: Step) => Promise<void> | void)(world, step)
}

const later = (world: World, ms: number, run: () => void) => world.time.set(world.self, run, ms)

async function endSession(world: World, device: SimDevice): Promise<void> {
  if (device.credentials) await world.endSession(device)
}

async function renewSession(world: World, device: SimDevice): Promise<void> {
  device.credentials = await world.newSession(device.user, device.id)
}

async function doDeed(
  world: World,
  step: Seat & { study: number },
  kind: Deed['kind'],
  act: (person: Person, study: string, deed: Deed) => Promise<string>,
): Promise<void> {
  const tab = await tabOf(world, step)
  if (!tab || !isUsable(tab)) return
  const study = studyOf(world, step.study)
  const deed = world.ledger.begin({ device: tab.device, study, kind, what: wordsOf(step as Step) })
  await atOpenTab(world, tab, async (person) => {
    if (world.options.isToldEarly) deed.id = 'told before it was kept'
    deed.id = await act(person, study, deed)
  })
}

async function atTab(world: World, seat: Seat, act: (person: Person) => Promise<unknown>): Promise<void> {
  const tab = await tabOf(world, seat)
  if (tab && isUsable(tab)) await atOpenTab(world, tab, act)
}

const isUsable = (tab: Tab) => !tab.isFrozen && !tab.device.isLocked

// Nobody was told that it is kept: a dead tab, a full disk and a missing network are what a person may meet.
async function atOpenTab(world: World, tab: Tab, act: (person: Person) => Promise<unknown>): Promise<void> {
  try {
    await world.act(tab, act)
  } catch (error) {
    if (!tab.isDead && !isForeseen(error)) throw error
  }
}

const isForeseen = (error: unknown) =>
  error instanceof StorageFullError ||
  error instanceof OfflineError ||
  error instanceof ApiError ||
  error instanceof Killed ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'QuotaExceededError'))
