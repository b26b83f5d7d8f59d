import type { SimDevice } from '../device.ts'

/** The final message of a desk's screen to its person. */
export type Told = 'kept' | 'filed' | 'refused' | 'taken'

/** Money that a person took, with the screen's message. */
export interface TakenMoney {
  id: string
  amount: number
  /** Final or provisional, as on the paper. */
  no: string
  isFinal: boolean
}

/** An action of a person at a desk, and the screen's message. */
export interface DeskDeed {
  device: SimDevice
  kind: 'register' | 'book' | 'move' | 'start' | 'pay' | 'refund' | 'document' | 'consent'
  /** The patient, the visit, the document. */
  record: string
  told: Told | undefined
  /** The command that carries it, if it is queued. */
  command: string | undefined
  money: TakenMoney[]
  /** Whether the device showed another visit at that time when it was booked. */
  isOver: boolean
  /** In words, for the report of a failure. */
  what: string
}
