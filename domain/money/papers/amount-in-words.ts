import { findMinor } from '../minor-units.ts'

const ONES = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
/** Indian grouping: the crore, the lakh, the thousand, the hundred, the rest. */
const GROUPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

/** Rupees have at most 9 digits in words (docs/wire.md#lists-and-limits). */
const MAX_RUPEES = 999_999_999

const belowHundred = (value: number) =>
  value < 20 ? ONES[value] : [TENS[Math.floor(value / 10)], ONES[value % 10]].filter(Boolean).join(' ')

/** `1234567` as `twelve lakh thirty four thousand five hundred sixty seven`; `zero` for 0. */
function wholeInWords(value: number): string {
  if (value === 0) return 'zero'
  const words: (string | undefined)[] = []
  let rest = value
  for (const [size, name] of GROUPS) {
    if (rest >= size) words.push(belowHundred(Math.floor(rest / size)), name)
    rest %= size
  }
  if (rest > 0) words.push(belowHundred(rest))
  return words.join(' ')
}

/**
 * An amount in words, for rupees only: `Rupees one lakh twenty and fifty paise only`. Undefined in any other
 * currency, below zero, beyond 9 digits of rupees, and if it is not an amount (docs/wire.md#lists-and-limits).
 */
export function amountInWords(amount: number | string, currency: string): string | undefined {
  if (currency !== 'INR') return undefined
  const minor = findMinor(amount, 2)
  if (minor === undefined || minor < 0) return undefined
  const [rupees, paise] = [Math.floor(minor / 100), minor % 100]
  if (rupees > MAX_RUPEES) return undefined
  const tail = paise > 0 ? ` and ${belowHundred(paise)} paise` : ''
  return `Rupees ${wholeInWords(rupees)}${tail} only`
}
