/** Returns a number in the syntax of PDF content: at most three decimals, never an exponent. */
export function num(value: number): string {
  const rounded = Math.round(value * 1000) / 1000
  return Object.is(rounded, -0) ? '0' : String(rounded)
}

export const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** Returns a text as a UTF-16 hexadecimal string with byte order mark, the form of ActualText. */
export const utf16Hex = (text: string): string => `<feff${unitsHex(text)}>`

/** Returns the UTF-16 units of a text in hexadecimal. */
export function unitsHex(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex4(text.charCodeAt(at))).join('')
}

/** Returns red, green and blue between 0 and 1 of #rrggbb. */
export function colorParts(color: string): [number, number, number] {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Returns `r g b` between 0 and 1 of #rrggbb. */
export const colorOperands = (color: string): string => colorParts(color).map(num).join(' ')
