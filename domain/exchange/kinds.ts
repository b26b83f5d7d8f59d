/** How something comes in or goes out: one member for each kind of traffic with other systems. */
export const EXCHANGE_KINDS = [
  'hl7_in',
  'hl7_out',
  'pacs_poll',
  'worklist',
  'machine_out',
  'xml_in',
  'xml_out',
  'report_fetch',
  'lab_in',
  'lab_out',
  'ai_in',
  'ai_out',
] as const
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number]

/** How an exchange ended. A repeat is a message that was already accepted. */
export const EXCHANGE_OUTCOMES = ['ok', 'repeat', 'refused', 'failed'] as const
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number]

/**
 * Systems that the log groups as one: machines with an unknown AE title, names beyond the limit, and systems that
 * were rejected because too many connections were open.
 */
export const COLLECTIVE_PEERS = {
  unknownMachines: 'Machines that are not known',
  others: 'Others',
  overTheLimit: 'Connections over the limit',
} as const

/** True if a name in the log represents many systems. */
export function isCollectivePeer(name: string): boolean {
  return Object.values<string>(COLLECTIVE_PEERS).includes(name)
}

interface KindOfExchange {
  label: string
  /** The side that initiates: the other system (in), or this server (out). */
  direction: 'in' | 'out'
  /** The other side sends on its own, at its own pace: silence means that something is wrong. */
  isHeard: boolean
}

/** The name of each kind, and which side initiates it. */
export const EXCHANGE_KIND_TABLE = {
  hl7_in: { label: 'HL7 orders in', direction: 'in', isHeard: true },
  hl7_out: { label: 'HL7 reports and order status out', direction: 'out', isHeard: false },
  pacs_poll: { label: 'Image server polls', direction: 'out', isHeard: true },
  worklist: { label: 'Worklist questions', direction: 'in', isHeard: true },
  machine_out: { label: 'Orders to machines', direction: 'out', isHeard: false },
  xml_in: { label: 'XML reports in', direction: 'in', isHeard: true },
  xml_out: { label: 'XML reports out', direction: 'out', isHeard: false },
  report_fetch: { label: 'Reports fetched from other systems', direction: 'out', isHeard: false },
  lab_in: { label: 'Laboratory results in', direction: 'in', isHeard: true },
  lab_out: { label: 'Laboratory orders out', direction: 'out', isHeard: false },
  ai_in: { label: 'AI results in', direction: 'in', isHeard: false },
  ai_out: { label: 'Images to AI', direction: 'out', isHeard: false },
} as const satisfies Record<ExchangeKind, KindOfExchange>

/** Returns the name of a kind, or the kind itself where a newer server logs one that this app does not know. */
export const exchangeKindLabel = (kind: string): string =>
  (EXCHANGE_KIND_TABLE as Partial<Record<string, KindOfExchange>>)[kind]?.label ?? kind

/** The name of each outcome. */
export const EXCHANGE_OUTCOME_LABELS = {
  ok: 'Taken',
  repeat: 'Taken before',
  refused: 'Refused',
  failed: 'Failed',
} as const satisfies Record<ExchangeOutcome, string>

/** Refused and failed exchanges did not achieve their purpose. */
export const isBadOutcome = (outcome: ExchangeOutcome): boolean =>
  outcome === 'refused' || outcome === 'failed'
