/** '1 study', '3 studies': how many records use another one. */
export const countWords = (n: number, noun: string): string => `${n} ${n === 1 ? noun : plural(noun)}`

/** `machine "CT 1"` where there is one that has a name, '3 machines' where there are more. */
export const useWords = (noun: string, { n, name }: { n: number; name: string }): string =>
  n === 1 && name !== '' ? `${noun} "${name}"` : countWords(n, noun)

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
