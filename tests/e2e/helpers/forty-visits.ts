/** Money in whole minor units, by its mode. */
export interface PlannedMoney {
  mode: string
  minor: number
  /** Whether the receipt is cancelled on the same day. */
  isCancelled?: boolean
}

/** One visit of the day: its charges and its payments, in whole minor units. */
export interface PlannedVisit {
  story: string
  /** Code of the service, its charge and its discount. */
  lines: readonly { code: string; charges: number; discount: number }[]
  packageName?: string
  /** Whether the hospital's scheme applies, by which the patient pays a half. */
  isScheme?: boolean
  receipts: readonly PlannedMoney[]
  /** Taken at the desk offline, and delivered in the morning. */
  offline?: number
  /** The amount that the hospital settles, by Transfer. */
  settled?: number
  refunds?: readonly PlannedMoney[]
  isCancelled?: boolean
}

const PRICES = {
  'XR-CHPA': 400_00,
  'XR-KNEE': 600_00,
  'US-THYR': 1300_00,
  'MG-BOTH': 2000_00,
  'XR-SHLD': 450_00,
}
type Code = keyof typeof PRICES

const line = (code: Code, discount = 0) => ({ code, charges: PRICES[code], discount })
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const netOf = (lines: PlannedVisit['lines']) =>
  lines.reduce((sum, { charges, discount }) => sum + charges - discount, 0)
const CODES = Object.keys(PRICES) as Code[]
const codeAt = (at: number): Code => CODES[at % CODES.length] ?? 'XR-CHPA'
const MODES = ['Cash', 'GPay', 'Credit_Card', 'Cheque'] as const

/** Returns a visit whose whole net is paid at once, unless `more` says otherwise. */
function visit(
  story: string,
  lines: PlannedVisit['lines'],
  more: Partial<PlannedVisit> & { mode?: string } = {},
): PlannedVisit {
  const { mode = 'Cash', ...rest } = more
  return { story, lines, receipts: [{ mode, minor: netOf(lines) }], ...rest }
}

/**
 * Returns the forty visits. `packageLines` are the services of the package "Executive Health Check" with the
 * package's price for each.
 */
export function fortyVisits(packageLines: PlannedVisit['lines']): PlannedVisit[] {
  return [
    ...times(10, (at) => visit('paid', [line(codeAt(at))], { mode: MODES[at % MODES.length] ?? 'Cash' })),
    ...times(4, (at) => {
      const lines = [line(codeAt(at)), line('XR-SHLD')]
      const cash = 33_33 + at
      const receipts = [
        { mode: 'Cash', minor: cash },
        { mode: 'GPay', minor: netOf(lines) - cash },
      ]
      return visit('split', lines, { receipts })
    }),
    ...times(4, (at) => visit('discount', [line('US-THYR', 12_34 + at), line('XR-CHPA', 40_05)])),
    ...times(4, (at) => {
      const receipts = [{ mode: 'PhonePE', minor: 199_99 + at }]
      return visit('part', [line('MG-BOTH')], { receipts })
    }),
    ...times(4, () =>
      visit('package', packageLines, { packageName: 'Executive Health Check', mode: 'GPay' }),
    ),
    ...times(5, (at) => {
      const lines = [line('US-THYR', at)]
      const half = Math.ceil(netOf(lines) / 2)
      const settled = at < 3 ? { settled: Math.floor(netOf(lines) / 2) - at * 10 } : {}
      return visit('scheme', lines, { isScheme: true, receipts: [{ mode: 'Cash', minor: half }], ...settled })
    }),
    visit('refund', [line('XR-SHLD')], { refunds: [{ mode: 'Cash', minor: 100_10 }] }),
    visit('refund', [line('XR-KNEE')], { mode: 'GPay', refunds: [{ mode: 'GPay', minor: 600_00 }] }),
    visit('refund', [line('XR-CHPA')], {
      refunds: [
        { mode: 'Cash', minor: 1 },
        { mode: 'Transfer', minor: 99_99 },
      ],
    }),
    ...times(2, () =>
      visit('paid again', [line('XR-KNEE')], {
        receipts: [
          { mode: 'Credit_Card', minor: 600_00, isCancelled: true },
          { mode: 'Cash', minor: 599_50 },
        ],
      }),
    ),
    visit('cancelled', [line('US-THYR')], { isCancelled: true, refunds: [{ mode: 'Cash', minor: 1300_00 }] }),
    visit('cancelled', [line('XR-SHLD')], { isCancelled: true, receipts: [{ mode: 'GPay', minor: 250_25 }] }),
    visit('offline', [line('XR-KNEE')], { receipts: [], offline: 444_44 }),
    visit('offline', [line('MG-BOTH')], { receipts: [{ mode: 'GPay', minor: 200_00 }], offline: 1500_05 }),
  ]
}

/** The figures that every screen must show for the day, in whole minor units. */
export interface DayFigures {
  visits: number
  cancelled: number
  charges: number
  discount: number
  net: number
  /** Of live visits. */
  paid: number
  balance: number
  /** Received less refunded, of all visits. */
  collected: number
  forCancelled: number
  /** Taken offline. */
  late: number
  /** Received less refunded by mode. */
  byMode: ReadonlyMap<string, number>
}

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0)

/** Returns all valid money of a visit, with its sign. */
function moneyOf({ receipts, refunds = [], offline, settled }: PlannedVisit): PlannedMoney[] {
  return [
    ...receipts.filter(({ isCancelled }) => !isCancelled),
    ...(offline === undefined ? [] : [{ mode: 'Cash', minor: offline }]),
    ...(settled === undefined ? [] : [{ mode: 'Transfer', minor: settled }]),
    ...refunds.map(({ mode, minor }) => ({ mode, minor: -minor })),
  ]
}

/** Calculates the figures from the plan alone, without data of the server. */
export function figuresOf(plan: readonly PlannedVisit[]): DayFigures {
  const live = plan.filter(({ isCancelled }) => !isCancelled)
  const money = plan.flatMap(moneyOf)
  const byMode = new Map<string, number>()
  for (const { mode, minor } of money) byMode.set(mode, (byMode.get(mode) ?? 0) + minor)
  const net = sum(live, ({ lines }) => netOf(lines))
  const paid = sum(live.flatMap(moneyOf), ({ minor }) => minor)
  const collected = sum(money, ({ minor }) => minor)
  return {
    visits: live.length,
    cancelled: plan.length - live.length,
    charges: sum(live, ({ lines }) => sum(lines, ({ charges }) => charges)),
    discount: sum(live, ({ lines }) => sum(lines, ({ discount }) => discount)),
    net,
    paid,
    balance: net - paid,
    collected,
    forCancelled: collected - paid,
    late: sum(plan, ({ offline = 0 }) => offline),
    byMode,
  }
}
