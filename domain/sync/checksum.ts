/** Sums are modulo this: 48 bits, so that adding two is still exact. */
export const SUM_MODULUS = 2 ** 48

/** The records that one side holds for one type and day: their number, and the sum of their hashes. */
export interface RecordSum {
  count: number
  sum: number
}

/** The sum of no records. */
export const NO_RECORDS: RecordSum = { count: 0, sum: 0 }

/** The hash of one record at one revision: a whole number below 2^48, the same on the device and on the server. */
export function recordHash(id: string, rev: number): number {
  const text = `${id}:${rev}`
  // Two 32-bit lanes like murmur3: the simplest hash that spreads well and runs 20,000 times in milliseconds.
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x9e3779b1)
    high = Math.imul(high ^ unit, 0x5f356495)
  }
  low = mixed(low ^ (high >>> 15))
  high = mixed(high ^ (low >>> 13))
  return (high & 0xffff) * 2 ** 32 + (low >>> 0)
}

/** The sum with one more record. The order of the records does not matter. */
export function withRecord({ count, sum }: RecordSum, id: string, rev: number): RecordSum {
  return { count: count + 1, sum: (sum + recordHash(id, rev)) % SUM_MODULUS }
}

/** The sum of all these records. */
export const sumOf = (records: Iterable<{ id: string; rev: number }>): RecordSum => {
  let sum = NO_RECORDS
  for (const { id, rev } of records) sum = withRecord(sum, id, rev)
  return sum
}

// The finalisation steps of murmur3: each bit of the input changes about half of the output.
function mixed(lane: number): number {
  let value = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
