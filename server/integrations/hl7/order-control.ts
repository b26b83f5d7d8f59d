/** What an order message asks (ORC-1 of HL7 table 0119). */
export type OrderControl = 'new' | 'change' | 'cancel' | 'hold' | 'release' | 'nothing'

const CONTROLS: Readonly<Record<string, OrderControl>> = {
  // A sender that names none sends the order as it stands.
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

/** Answers, requests of a status and results: they ask nothing of an order. */
const ASKS_NOTHING =
  'AF CN CR DE DF DR FU HR LI NA OF OK OP OR PA PR PY RE RQ RR SE SR SS UA UC UD UF UH UM UN UR UX XR'.split(
    ' ',
  )

/** ORC-5 (HL7 table 0038) where only a status is told (ORC-1 SC). */
const STATUSES: Readonly<Record<string, OrderControl>> = { CA: 'cancel', DC: 'cancel', HD: 'hold' }

/** What ORC-1 asks, with ORC-5 where it tells a status; undefined for a code of no table. */
export function controlOf(code: string, status: string): OrderControl | undefined {
  if (code === 'SC') return STATUSES[status] ?? 'nothing'
  if (code === '' && STATUSES[status]) return STATUSES[status]
  return Object.hasOwn(CONTROLS, code) ? CONTROLS[code] : ASKS_NOTHING.includes(code) ? 'nothing' : undefined
}
