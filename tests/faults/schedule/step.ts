import type { SaveStatus } from '#domain/status/report-status.ts'
import type { FaultTarget, NetworkFault } from '../sim/network.ts'
import type { Moment } from '../sim/server.ts'

/** Which tab of which device; both are taken modulo what there is. */
export interface Seat {
  device: number
  tab: number
}

/** One thing that happens in a schedule. Everything in it is data, so that a failure can be shrunk and replayed. */
export type Step =
  /**
   * A person writes on; `isFresh` opens the report anew before, else the editor that stands open goes on. `isPoisoned`
   * writes what the server refuses for ever.
   */
  | (Seat & { do: 'save'; study: number; status: SaveStatus; isFresh: boolean; isPoisoned?: boolean })
  | (Seat & { do: 'assign'; study: number; to: number | null })
  | (Seat & { do: 'verify'; study: number })
  /** A person opens a report with the network there. */
  | (Seat & { do: 'open'; study: number })
  /** A person merges the conflicts of this device. */
  | (Seat & { do: 'settle' })
  /** A person sends once more what was refused. */
  | (Seat & { do: 'retry' })
  /** A person gives up the last change that is not on the server. */
  | (Seat & { do: 'give up' })
  | { do: 'wait'; ms: number }
  | { do: 'fault'; device: number; fault: NetworkFault; on: FaultTarget }
  | { do: 'cut'; device: number; ms: number }
  /** The session of a device is over; its doctor signs in again later. */
  | { do: 'session over'; device: number; ms: number }
  | { do: 'clock'; device: number; byMs: number }
  /** The vault is locked for so long; meanwhile a courier carries what is sealed. */
  | { do: 'lock'; device: number; ms: number }
  | { do: 'disk full'; device: number; ms: number }
  | (Seat & { do: 'close tab' })
  /** The tab dies at its n-th write or request from now on; the person opens a new one. */
  | (Seat & { do: 'kill tab'; steps: number })
  | { do: 'open tab'; device: number }
  | (Seat & { do: 'freeze'; ms: number })
  /** The server dies now, or at its next write, and is back later. */
  | { do: 'kill server'; at: Moment | 'now'; ms: number }
  /** The next write of the server takes so long between its effect and its commit. */
  | { do: 'slow write'; ms: number }

/** The doctors' devices, and what happens to them. */
export interface Schedule {
  seed: number
  devices: { user: number; tabs: number }[]
  steps: Step[]
}
