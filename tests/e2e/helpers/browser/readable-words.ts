import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const KEY = 5

/**
 * Finds which of `words` are readable in a file below `folder`: as one byte a letter, or as two (how browsers
 * store other scripts). Returns for each word the first file that contains it.
 */
export function findReadableWords(folder: string, words: readonly string[]): Map<string, string> {
  const byStart = new Map<string, string[]>()
  for (const word of words) {
    if (word.length < KEY) throw new Error(`'${word}' is too short to look for`)
    const start = word.slice(0, KEY)
    byStart.set(start, [...(byStart.get(start) ?? []), word])
  }
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!statSync(file).isFile()) continue
    const bytes = readFileSync(file)
    for (const text of [
      bytes.toString('latin1'),
      Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1'),
    ])
      for (const word of wordsIn(text, byStart)) if (!found.has(word)) found.set(word, name)
  }
  return found
}

function* wordsIn(text: string, byStart: ReadonlyMap<string, string[]>): Generator<string> {
  // Most letters begin no word: a table of first letters is checked before any text is copied.
  const first = new Uint8Array(256)
  for (const start of byStart.keys()) first[start.charCodeAt(0)] = 1
  for (let at = 0; at + KEY <= text.length; at += 1) {
    if (first[text.charCodeAt(at)] !== 1) continue
    for (const word of byStart.get(text.slice(at, at + KEY)) ?? []) if (text.startsWith(word, at)) yield word
  }
}
