import type { ExchangeKind, ExchangeOutcome } from '#domain/exchange/kinds.ts'

/** The records that an exchange is about, where a table keeps its content already. */
export type ExchangeSubject = 'report_dispatch' | 'order_status_dispatch' | 'ai_report' | 'visit' | 'pacs'

/** Numbers that an exchange is found by. */
export interface ExchangeMarks {
  patIds?: readonly string[]
  accessionNos?: readonly string[]
  orderNos?: readonly string[]
  controlId?: string
}

/** One message, poll or question between this server and another system, as it is noted in the log of the interfaces. */
export interface Exchange {
  clientId: string
  kind: ExchangeKind
  /** The other side as people call it: an AE title, the name of an image server, sending application and facility. */
  peer: string
  outcome: ExchangeOutcome
  /** What the protocol said: AA, AE, a status, a code of the contract. */
  code?: string
  /** In words for a person, without anything of the patient. */
  reason?: string
  durationMs?: number
  bytes?: number
  /** How many studies came, or how many items a question was answered with. */
  found?: number
  marks?: ExchangeMarks
  subject?: { type: ExchangeSubject; id: string }
  /** The content as it travelled; it is stored sealed. */
  raw?: string | undefined
  /** Others of the same peer, outcome and hour with the same text here become one row with a count. */
  foldsWith?: string
  /** It says nothing of the other side: whoever is not let in was not heard. */
  isUnheard?: boolean
  /** A message that a person has handled again. */
  replay?: HandledAgain
}

/** Which exchange is handled again, who has it done, and when it came the first time. */
export interface HandledAgain {
  of: string
  by: string
  cameAt: Date
}

/** An exchange with the time at which it began, by the server's clock. */
export type NotedExchange = Exchange & { at: Date }
