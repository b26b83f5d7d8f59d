import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { studyIdOf } from '../make/queued-call.ts'
import { type SettlePorts, settleDelivered } from '../settle/settle.ts'
import { deliver } from './deliver.ts'
import type { DeliveryTransport } from './transport.ts'
import { withSignal } from './with-signal.ts'

export interface OpenTransportPorts extends SettlePorts {
  call: Caller
  deviceId: string
  /** Called with the studies that a delivery changed on the server. */
  onDelivered?: (studies: string[]) => void
}

/** The transport of an unlocked page with a session: opens commands and sends them to `sync/commands`. */
export function openTransport(databases: Databases, ports: OpenTransportPorts): DeliveryTransport {
  return {
    carries: () => true,
    deliver: async (rows, signal) => {
      // If the vault locks meanwhile, opening a row waits for the key.
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
