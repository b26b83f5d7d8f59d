/** The action of an order message (ORC-1 of HL7 table 0119). */
export type OrderControl = 'new' | 'change' | 'cancel' | 'hold' | 'release' | 'nothing'

const CONTROLS: Readonly<Record<string, OrderControl>> = {
  // A sender without a code sends the order in its current state.
  '': 'new',
  NW: 'new',
  SN: 'new',
  RO: 'new',
  RF: 'new',
  CH: 'new',
  XO: 'change',
  XX: 'change',
  RP: 'change',
  RU: 'change',
  CA: 'cancel',
  OC: 'cancel',
  DC: 'cancel',
  OD: 'cancel',
  HD: 'hold',
  OH: 'hold',
  RL: 'release',
  OE: 'release',
}

/** Responses, status requests and results: they change no order. */
const ASKS_NOTHING =
  'AF CN CR DE DF DR FU HR LI NA OF OK OP OR PA PR PY RE RQ RR SE SR SS UA UC UD UF UH UM UN UR UX XR'.split(
    ' ',
  )

/** ORC-5 (HL7 table 0038), for messages that only report a status (ORC-1 SC). */
const STATUSES: Readonly<Record<string, OrderControl>> = { CA: 'cancel', DC: 'cancel', HD: 'hold' }

/** Returns the action of ORC-1, with ORC-5 for a status; undefined for a code in neither table. */
export function controlOf(code: string, status: string): OrderControl | undefined {
  if (code === 'SC') return STATUSES[status] ?? 'nothing'
  if (code === '' && STATUSES[status]) return STATUSES[status]
  return Object.hasOwn(CONTROLS, code) ? CONTROLS[code] : ASKS_NOTHING.includes(code) ? 'nothing' : undefined
}
