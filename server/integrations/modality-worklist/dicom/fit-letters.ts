import { romanise } from '#domain/patient/romanise.ts'
import { type CharacterSet, hasWideLetters } from './character-sets.ts'
import { holdsLetter } from './encode-text.ts'

const lettersOf = (text: string) => Array.from(text)
export const holdsText = (text: string, set: CharacterSet): boolean =>
  lettersOf(text).every((letter) => holdsLetter(letter, set))

/**
 * Converts a text to characters of the set: transliterates those that it lacks to Latin letters, or to a question
 * mark if they cannot be transliterated.
 */
export function inLettersOf(text: string, set: CharacterSet): string {
  const composed = text.normalize('NFC')
  if (holdsText(composed, set)) return composed
  return composed
    .split(/(\s+|[\^=\\])/)
    .map((word) => (holdsText(word, set) ? word : romanise(word)))
    .map((word) =>
      lettersOf(word)
        .map((letter) => (holdsLetter(letter, set) ? letter : '?'))
        .join(''),
    )
    .join('')
}

const IDEOGRAPHS = /\p{Script=Han}/u
const SOUNDS = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Converts a name to characters of the set. If the set switches to double-byte characters, a name with
 * them is put in the ideographic group, or in the phonetic group if it has no ideographs, and the first group contains
 * the name in Latin letters, or nothing if it cannot be transliterated (PS3.5 6.2.1.1).
 */
export function nameInLettersOf(name: string, set: CharacterSet): string {
  const isGrouped = name.includes('=')
  if (isGrouped || !hasWideLetters(set) || !holdsText(name, set)) return inLettersOf(name, set)
  const isNarrow = set.kind === 'switched' && holdsText(name, { ...set, others: [] })
  if (isNarrow || !(IDEOGRAPHS.test(name) || SOUNDS.test(name))) return name
  const latin = romanise(name)
  const alphabetic = /^[\x20-\x7e]*$/.test(latin) ? latin : ''
  return IDEOGRAPHS.test(name) ? `${alphabetic}=${name}` : `${alphabetic}==${name}`
}
