const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** Bytes in human-readable form: `812 B`, `4.3 MB`, `120 GB`. */
export function roomText(bytes: number): string {
  let amount = bytes
  let unit = 0
  while (amount >= STEP && unit < UNITS.length - 1) {
    amount /= STEP
    unit += 1
  }
  const digits = unit > 0 && amount < 10 ? 1 : 0
  return `${amount.toFixed(digits)} ${UNITS[unit]}`
}
