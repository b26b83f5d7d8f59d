import { formatAmount, formatMoney, type MoneyFormat } from '#domain/money/currency.ts'

/** The unit of a chart's numbers. Money is in units of the currency; minutes may have decimals. */
export type Unit =
  | { kind: 'count' }
  | { kind: 'money'; money: MoneyFormat }
  | { kind: 'minutes' }
  | { kind: 'percent' }

type UnitOf<Kind extends Unit['kind']> = Extract<Unit, { kind: Kind }>
interface Writing<Kind extends Unit['kind']> {
  value(value: number, unit: UnitOf<Kind>): string
  tick(value: number, unit: UnitOf<Kind>): string
}

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

const WRITINGS: { [Kind in Unit['kind']]: Writing<Kind> } = {
  count: { value: (value) => COUNT.format(value), tick: (value) => short(value, THOUSANDS) },
  money: {
    value: (value, { money }) => formatMoney(value, money),
    tick: (value, { money }) => short(value, money.locale.endsWith('-IN') ? LAKHS : THOUSANDS),
  },
  minutes: { value: durationText, tick: durationText },
  percent: { value: (value) => `${COUNT.format(value)} %`, tick: (value) => `${COUNT.format(value)} %` },
}

/** Returns a value as people read it beside its bar, in a tooltip and in the table. */
export function formatValue(value: number, unit: Unit): string {
  // The entry fits its own kind of unit; the compiler cannot follow the relation between the two.
  return (WRITINGS[unit.kind] as Writing<Unit['kind']>).value(value, unit)
}

/** Returns a value in the short form for an axis: `1.5K`, `2 L`; the currency is in the title, not at each line. */
export function formatTick(value: number, unit: Unit): string {
  return (WRITINGS[unit.kind] as Writing<Unit['kind']>).tick(value, unit)
}

/** Returns a value for the narrow space above a bar; only money of five digits and more is shortened. */
export function formatShort(value: number, unit: Unit): string {
  if (unit.kind !== 'money') return formatValue(value, unit)
  return Math.abs(value) < 10_000 ? formatAmount(value, unit.money) : formatTick(value, unit)
}

type Steps = readonly (readonly [from: number, sign: string])[]
const THOUSANDS: Steps = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
]
/** Intl abbreviates thousands as "T" in India, where readers elsewhere take T for trillion. */
const LAKHS: Steps = [
  [1e7, ' Cr'],
  [1e5, ' L'],
  [1e3, 'K'],
]

function short(value: number, steps: Steps): string {
  const step = steps.find(([from]) => Math.abs(value) >= from)
  return step ? `${COUNT.format(value / step[0])}${step[1]}` : COUNT.format(value)
}

function durationText(minutes: number): string {
  const sign = minutes < 0 ? '-' : ''
  const whole = Math.round(Math.abs(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${sign}${rest} min`
  return rest === 0 ? `${sign}${hours} h` : `${sign}${hours} h ${rest} min`
}
