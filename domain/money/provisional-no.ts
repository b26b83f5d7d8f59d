import type { WallClock } from '../time/zones.ts'

/** Longest provisional number, in characters. */
export const PROVISIONAL_NO_MAX = 20
/** The device's short name takes up to this many of them. */
const DEVICE_MAX = 6

/**
 * A device's name in at most `max` letters and digits: `Front desk 2` is `FD2`, `Reception` is `RECEPT`. Never empty. A
 * trailing number distinguishes two desks, so letters are dropped first: `Chrome on Linux 12` is `CO12` with max 4.
 */
export function shortDeviceName(name: string, max: number = DEVICE_MAX): string {
  const words = name.toUpperCase().match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? []
  const [only = 'DEVICE'] = words
  // Numbers distinguish two desks, so they are kept whole.
  const short =
    words.length > 1 ? words.map((word) => (/\p{N}/u.test(word) ? word : Array.from(word)[0])).join('') : only
  const [number = ''] = /\p{N}+$/u.exec(short) ?? []
  const kept = Array.from(number).slice(-max)
  const letters = Array.from(short.slice(0, short.length - number.length))
  return [...letters.slice(0, max - kept.length), ...kept].join('')
}

/**
 * The number on a receipt printed before the server assigned one: it names the device, the second, and, by a letter,
 * the place in a split payment (`FD2-1121-231502A`). `place` counts from 0.
 */
export function provisionalNo(deviceName: string, at: WallClock, place: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = two(at.month) + two(at.day)
  const time = two(at.hour) + two(at.minute) + two(at.second)
  return `${shortDeviceName(deviceName)}-${day}-${time}${String.fromCodePoint(65 + (place % 26))}`
}
