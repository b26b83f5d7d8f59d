import type { WallClock } from '../time/zones.ts'

/** Longest provisional number, in characters. */
export const PROVISIONAL_NO_MAX = 20
/** Of them the device's short name. */
const DEVICE_MAX = 6

/**
 * A device's name in at most `max` letters and digits: `Front desk 2` is `FD2`, `Reception` is `RECEPT`. Never empty. A
 * number at its end tells two desks apart, so letters give way to it: `Chrome on Linux 12` is `CO12` in four.
 */
export function shortDeviceName(name: string, max: number = DEVICE_MAX): string {
  const words = name.toUpperCase().match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? []
  const [only = 'DEVICE'] = words
  // Numbers tell two desks apart: they stay whole.
  const short =
    words.length > 1 ? words.map((word) => (/\p{N}/u.test(word) ? word : Array.from(word)[0])).join('') : only
  const [number = ''] = /\p{N}+$/u.exec(short) ?? []
  const kept = Array.from(number).slice(-max)
  const letters = Array.from(short.slice(0, short.length - number.length))
  return [...letters.slice(0, max - kept.length), ...kept].join('')
}

/**
 * The number on a receipt that was printed before the server gave it one: it names the device and the second, and the
 * place in a split payment by a letter (`FD2-1121-231502A`). `place` counts from 0.
 */
export function provisionalNo(deviceName: string, at: WallClock, place: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = two(at.month) + two(at.day)
  const time = two(at.hour) + two(at.minute) + two(at.second)
  return `${shortDeviceName(deviceName)}-${day}-${time}${String.fromCodePoint(65 + (place % 26))}`
}
