import type { SimDevice } from '../device.ts'

/** What a screen of the desk told its person in the end. */
export type Told = 'kept' | 'filed' | 'refused' | 'taken'

/** Money that a person took and was told about. */
export interface TakenMoney {
  id: string
  amount: number
  /** Final or provisional, as the paper says it. */
  no: string
  isFinal: boolean
}

/** Something that a person did at a desk, and what the screen said of it. */
export interface DeskDeed {
  device: SimDevice
  kind: 'register' | 'book' | 'move' | 'start' | 'pay' | 'refund' | 'document' | 'consent'
  /** The patient, the visit, the document. */
  record: string
  told: Told | undefined
  /** The command that carries it, where it is a queue's. */
  command: string | undefined
  money: TakenMoney[]
  /** The device showed another visit there as it was booked. */
  isOver: boolean
  /** In words, for the report of a failure. */
  what: string
}
