import fc from 'fast-check'
import { lockDevice } from '../sim/locked.ts'
import type { FaultTarget, NetworkFault } from '../sim/network.ts'
import type { Moment } from '../sim/server.ts'
import { deviceOf, later, tabOf } from './at-tab.ts'
import { networkFault, networkFaultInWords } from './network-faults.ts'
import { act, fault } from './row.ts'
import { type AtDevice, atDevice, deviceInWords, pauseMs, seat, seatInWords } from './seat.ts'
import type { Seat } from './step.ts'

const HOUR_MS = 3_600_000

interface AtDeviceFor extends AtDevice {
  ms: number
}
const atDeviceFor = { ...atDevice, ms: pauseMs }

/** Faults of connections, tabs, devices and the server. */
export const FAULTS = {
  /** A fault of a device's next request; the network counts it when it happens. */
  fault: act<AtDevice & { fault: NetworkFault; on: FaultTarget }>({
    choices: {
      ...atDevice,
      fault: networkFault,
      on: fc.constantFrom('commands', 'commands', 'pull', 'any'),
    },
    words: (step) =>
      `${deviceInWords(step)}: the next ${step.on === 'any' ? 'request' : step.on} meets: ${networkFaultInWords(step.fault)}`,
    perform: (world, { device, fault: met, on }) =>
      void deviceOf(world, device).line.faults.push({ fault: met, on }),
  }),
  /** The machine may notice the cut and its end; the server may still be unreachable then. */
  cut: fault<AtDeviceFor & { isNoticed: boolean }>({
    choices: { ...atDeviceFor, isNoticed: fc.boolean() },
    words: (step) =>
      `${deviceInWords(step)}: the line is cut for ${step.ms} ms${step.isNoticed ? ', and the machine notices' : ''}`,
    perform: (world, { device, ms, isNoticed }) => {
      const at = deviceOf(world, device)
      at.line.isCut = true
      if (isNoticed) at.tellNetwork(false)
      later(world, ms, () => {
        if (isNoticed) at.tellNetwork(true)
        at.line.isCut = false
      })
    },
  }),
  /** The session of a device ends; its person signs in again later. */
  'session over': fault<AtDeviceFor>({
    choices: atDeviceFor,
    words: (step) => `${deviceInWords(step)}: the session is over for ${step.ms} ms`,
    perform: async (world, { device, ms }) => {
      const at = deviceOf(world, device)
      await world.endSession(at)
      later(world, ms, () => void world.renewSession(at))
    },
  }),
  clock: fault<AtDevice & { byMs: number }>({
    choices: { ...atDevice, byMs: fc.constantFrom(-75, -2, -1, 1, 2, 75).map((hours) => hours * HOUR_MS) },
    words: (step) => `${deviceInWords(step)}: the clock is set by ${step.byMs / HOUR_MS} h`,
    perform: (world, { device, byMs }) => {
      deviceOf(world, device).clockOff += byMs
    },
  }),
  /** The vault is locked for so long; during that time a courier delivers sealed commands. */
  lock: act<AtDeviceFor>({
    choices: atDeviceFor,
    words: (step) => `${deviceInWords(step)}: the vault is locked for ${step.ms} ms`,
    perform: (world, { device, ms }) => {
      const at = deviceOf(world, device)
      if (at.isLocked || at.openTabs.length === 0) return
      lockDevice(at)
      later(world, ms, () => at.unlock?.())
    },
  }),
  'disk full': fault<AtDeviceFor>({
    choices: atDeviceFor,
    words: (step) => `${deviceInWords(step)}: the disk is full for ${step.ms} ms`,
    perform: (world, { device, ms }) => {
      const at = deviceOf(world, device)
      at.isFull = true
      later(world, ms, () => {
        at.isFull = false
      })
    },
  }),
  'close tab': fault<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)} is closed`,
    perform: async (world, step) => (await tabOf(world, step))?.die(),
  }),
  /** The tab dies at its n-th write or request from now on; the person opens a new one. */
  'kill tab': fault<Seat & { steps: number }>({
    choices: { ...seat, steps: fc.integer({ min: 1, max: 30 }) },
    words: (step) => `${seatInWords(step)} dies at step ${step.steps} from here`,
    perform: async (world, step) => (await tabOf(world, step))?.dieAfter(step.steps),
  }),
  'open tab': act<AtDevice>({
    choices: atDevice,
    words: (step) => `${deviceInWords(step)}: a tab is opened`,
    perform: async (world, { device }) => {
      const at = deviceOf(world, device)
      if (at.openTabs.length < 2 && !at.isLocked) await world.openTab(at)
    },
  }),
  freeze: fault<Seat & { ms: number }>({
    choices: { ...seat, ms: pauseMs },
    words: (step) => `${seatInWords(step)} is frozen for ${step.ms} ms`,
    perform: async (world, step) => {
      const tab = await tabOf(world, step)
      if (!tab) return
      tab.isFrozen = true
      later(world, step.ms, () => {
        tab.isFrozen = false
      })
    },
  }),
  /** The tab is hidden for so long; after a while the browser slows its timers down. */
  hide: fault<Seat & { slowAfterMs: number; ms: number }>({
    choices: {
      ...seat,
      slowAfterMs: fc.constantFrom(0, 30_000),
      ms: fc.constantFrom(16_000, 60_000, 200_000),
    },
    words: (step) =>
      `${seatInWords(step)} is out of sight for ${step.ms} ms, its timers are slow after ${step.slowAfterMs} ms`,
    perform: async (world, step) => {
      const tab = await tabOf(world, step)
      if (!tab) return
      tab.hide()
      later(world, step.slowAfterMs, () => tab.slowDown())
      later(world, step.ms, () => tab.show())
    },
  }),
  /** The server dies now, or at its next write, and restarts later. */
  'kill server': fault<{ at: Moment | 'now'; ms: number }>({
    choices: {
      at: fc.constantFrom('before commit', 'after commit', 'now'),
      ms: fc.constantFrom(0, 1_000, 10_000),
    },
    words: ({ at, ms }) =>
      `the server is killed ${at === 'now' ? 'now' : `at the next write, ${at}`}, back after ${ms} ms`,
    perform: (world, { at, ms }) => {
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
  }),
  /** The server's next write takes so long between its effect and its commit. */
  'slow write': fault<{ ms: number }>({
    choices: { ms: fc.constantFrom(50, 400, 3_000) },
    words: ({ ms }) => `the next write takes ${ms} ms to commit`,
    perform: (world, { ms }) => {
      world.server.faults!.hold = () => world.hold(ms)
    },
  }),
} as const
