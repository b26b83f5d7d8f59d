import { instantOfDicom } from '../study/dicom/dicom-time.ts'

/** When a message about an order was made, as its sender wrote it (HL7 TS); empty if it does not say. */
export interface MessageTimes {
  /** ORC-9: when the order reached this state. */
  order: string
  /** MSH-7: when the message was made. */
  message: string
}

/**
 * Compares by time two messages about one order: negative if `one` is older, positive if `other` is, 0 if their times
 * do not decide. The time of the order takes precedence over that of the message, and the coarser of two times decides
 * the precision of the comparison. Times without an offset are in `zone`.
 */
export function compareMessages(one: MessageTimes, other: MessageTimes, zone: string): number {
  const by = compareTimes(one.order || one.message, other.order || other.message, zone)
  return by === 0 ? compareTimes(one.message, other.message, zone) : by
}

function compareTimes(one: string, other: string, zone: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (!a || !b) return 0
  const precision = Math.min(a.digits.length, b.digits.length)
  const [first, second] = [instantOf(a, precision, zone), instantOf(b, precision, zone)]
  return first === undefined || second === undefined ? 0 : first - second
}

interface Parts {
  digits: string
  offset: string | undefined
}

function partsOf(time: string): Parts | undefined {
  const [, digits, offset] = /^(\d{8}(?:\d\d){0,3})(?:\.\d{1,6})?([+-]\d{4})?$/.exec(time.trim()) ?? []
  return digits === undefined ? undefined : { digits, offset }
}

function instantOf({ digits, offset }: Parts, precision: number, zone: string): number | undefined {
  const kept = digits.slice(0, precision)
  const text = instantOfDicom(kept.slice(0, 8), kept.slice(8), {
    zone,
    ...(offset !== undefined && { offset }),
  })
  return text === undefined ? undefined : Date.parse(text)
}
