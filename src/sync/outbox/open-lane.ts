import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '../api/caller.ts'
import { deliver } from './deliver.ts'
import type { DeliveryLane } from './lane-of-delivery.ts'
import { studyIdOf } from './queued-call.ts'
import { type SettlePorts, settleDelivered } from './settle.ts'
import { withSignal } from './with-signal.ts'

export interface OpenLanePorts extends SettlePorts {
  call: Caller
  deviceId: string
  /** Told which studies changed on the server by what was delivered. */
  onDelivered?: (studies: string[]) => void
}

/** The way of an unlocked page with a session: commands are opened and sent to `sync/commands`. */
export function openLane(databases: Databases, ports: OpenLanePorts): DeliveryLane {
  return {
    carries: () => true,
    deliver: async (rows, signal) => {
      // A vault that locks meanwhile keeps everybody waiting who opens a row.
      const batch = await withSignal(databases.outbox.openAll(rows), signal)
      const call: Caller = (target, input) => ports.call(target, input, { signal })
      const delivered = await deliver(call, ports.deviceId, batch)
      await settleDelivered(databases, ports, delivered)
      const done = delivered.filter(({ outcome }) => outcome.kind === 'acked')
      if (done.length > 0) ports.onDelivered?.([...new Set(done.map(({ command }) => studyIdOf(command)))])
      return delivered.map(({ outcome }) => outcome)
    },
  }
}
