const HEADER = 128
const SIGNATURES = { display: 'mntr', space: 'RGB ', connection: 'XYZ ', file: 'acsp' } as const
/** White point of the connection space (ICC.1, D50). */
const D50 = [0.9642, 1, 0.8249]
/** Red, green and blue of sRGB, and its white point, adapted to D50 (IEC 61966-2-1). */
const COLORANTS = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168]
/** Linear below a threshold, a power above it: g, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

/** Returns the profile of sRGB (ICC.1, version 4.2), which defines a paper's colours on every device. */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = typed('para', [...short(3), 0, 0, ...CURVE.flatMap(fixed)])
  const entries: [string, number[]][] = [
    ['desc', words('sRGB')],
    ['cprt', words('No copyright')],
    ['wtpt', xyz(D50)],
    ['chad', typed('sf32', ADAPTATION.flatMap(fixed))],
    ...Object.entries(COLORANTS).map(([name, value]): [string, number[]] => [name, xyz(value)]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table: number[] = long(entries.length)
  const data: number[] = []
  const places = new Map<number[], number>()
  const start = HEADER + 4 + 12 * entries.length
  for (const [name, bytes] of entries) {
    // The three curves are identical and stored once.
    const at = places.get(bytes) ?? start + data.length
    if (!places.has(bytes)) data.push(...padded(bytes))
    places.set(bytes, at)
    table.push(...letters(name), ...long(at), ...long(bytes.length))
  }
  return new Uint8Array([...header(start + data.length), ...table, ...data])
}

function header(size: number): number[] {
  const { display, space, connection, file } = SIGNATURES
  const created = [2026, 1, 1, 0, 0, 0].flatMap(short)
  return [
    ...long(size),
    ...long(0),
    ...long(0x04200000),
    ...letters(display),
    ...letters(space),
    ...letters(connection),
    ...created,
    ...letters(file),
    ...zeros(28),
    ...D50.flatMap(fixed),
    ...zeros(48),
  ]
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const short = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff]
const long = (value: number): number[] => [(value >>> 24) & 0xff, (value >>> 16) & 0xff, ...short(value)]
/** Returns a number with sixteen binary places. */
const fixed = (value: number): number[] => long(Math.round(value * 65536))
const typed = (type: string, content: readonly number[]): number[] => [
  ...letters(type),
  ...zeros(4),
  ...content,
]
const xyz = (value: readonly number[]): number[] => typed('XYZ ', value.flatMap(fixed))
const padded = (bytes: readonly number[]): number[] => [...bytes, ...zeros((4 - (bytes.length % 4)) % 4)]

/** Returns a text in one language (multiLocalizedUnicodeType). */
function words(text: string): number[] {
  const units = Array.from(text, (letter) => short(letter.charCodeAt(0))).flat()
  const place = [...long(1), ...long(12), ...letters('enUS'), ...long(units.length), ...long(28)]
  return typed('mluc', [...place, ...units])
}
