import type { ExchangeKind, ExchangeOutcome } from '#domain/exchange/kinds.ts'

/** The records that an exchange is about, if a table already stores its content. */
export type ExchangeSubject = 'report_dispatch' | 'order_status_dispatch' | 'ai_report' | 'visit' | 'pacs'

/** Numbers by which an exchange can be found. */
export interface ExchangeMarks {
  patIds?: readonly string[]
  accessionNos?: readonly string[]
  orderNos?: readonly string[]
  controlId?: string
}

/** One message, poll or query between this server and another system, as recorded in the interface log. */
export interface Exchange {
  clientId: string
  kind: ExchangeKind
  /** The other side's display name: an AE title, the name of an image server, sending application and facility. */
  peer: string
  outcome: ExchangeOutcome
  /** The protocol's result: AA, AE, a status, a code of the contract. */
  code?: string
  /** A human-readable reason without patient data. */
  reason?: string
  durationMs?: number
  bytes?: number
  /** Number of studies received, or of items returned for a query. */
  found?: number
  marks?: ExchangeMarks
  subject?: { type: ExchangeSubject; id: string }
  /** The content as transmitted; it is stored sealed. */
  raw?: string | undefined
  /** Exchanges with the same peer, outcome, hour and text here are merged into one row with a count. */
  foldsWith?: string
  /** Does not count as a sign of life: a sender that is not let in was not heard. */
  isUnheard?: boolean
  /** Set if a person processed the message again. */
  replay?: HandledAgain
}

/** Which exchange is processed again, by whom, and when it first arrived. */
export interface HandledAgain {
  of: string
  by: string
  cameAt: Date
}

/** An exchange with its start time, by the server's clock. */
export type NotedExchange = Exchange & { at: Date }
