/** By which door something goes in or out: one member for each kind of traffic with other systems. */
export const EXCHANGE_KINDS = [
  'hl7_in',
  'hl7_out',
  'pacs_poll',
  'worklist',
  'machine_out',
  'xml_in',
  'xml_out',
  'lab_in',
  'lab_out',
  'ai_in',
  'ai_out',
] as const
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number]

/** How an exchange ended. A repeat is a message that was taken before. */
export const EXCHANGE_OUTCOMES = ['ok', 'repeat', 'refused', 'failed'] as const
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number]

/**
 * Systems that stand in the log as one: machines whose title nobody entered, names beyond those that are told apart, and whoever
 * was not let in because too many connections were open.
 */
export const COLLECTIVE_PEERS = {
  unknownMachines: 'Machines that are not known',
  others: 'Others',
  overTheLimit: 'Connections over the limit',
} as const

/** True where a name of the log stands for many systems. */
export function isCollectivePeer(name: string): boolean {
  return Object.values<string>(COLLECTIVE_PEERS).includes(name)
}

interface KindOfExchange {
  label: string
  /** Who begins: the other system (in), or this server (out). */
  direction: 'in' | 'out'
  /** The other side is heard by itself, at its own pace: its silence says that something is wrong. */
  isHeard: boolean
}

/** What each kind is called, and who begins it. */
export const EXCHANGE_KIND_TABLE = {
  hl7_in: { label: 'HL7 orders in', direction: 'in', isHeard: true },
  hl7_out: { label: 'HL7 reports and order status out', direction: 'out', isHeard: false },
  pacs_poll: { label: 'Image server polls', direction: 'out', isHeard: true },
  worklist: { label: 'Worklist questions', direction: 'in', isHeard: true },
  machine_out: { label: 'Orders to machines', direction: 'out', isHeard: false },
  xml_in: { label: 'XML reports in', direction: 'in', isHeard: true },
  xml_out: { label: 'XML reports out', direction: 'out', isHeard: false },
  lab_in: { label: 'Laboratory results in', direction: 'in', isHeard: true },
  lab_out: { label: 'Laboratory orders out', direction: 'out', isHeard: false },
  ai_in: { label: 'AI results in', direction: 'in', isHeard: false },
  ai_out: { label: 'Images to AI', direction: 'out', isHeard: false },
} as const satisfies Record<ExchangeKind, KindOfExchange>

/** What each outcome is called. */
export const EXCHANGE_OUTCOME_LABELS = {
  ok: 'Taken',
  repeat: 'Taken before',
  refused: 'Refused',
  failed: 'Failed',
} as const satisfies Record<ExchangeOutcome, string>

/** Refused and failed exchanges did not do what they were to do. */
export const isBadOutcome = (outcome: ExchangeOutcome): boolean =>
  outcome === 'refused' || outcome === 'failed'
