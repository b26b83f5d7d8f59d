/** Scripts that are shaped separately; signs, digits and spaces have none and join their neighbour. */
const SCRIPTS = [
  ['Latn', /\p{Script=Latin}/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Guru', /\p{Script=Gurmukhi}/u],
  ['Gujr', /\p{Script=Gujarati}/u],
  ['Orya', /\p{Script=Oriya}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Telu', /\p{Script=Telugu}/u],
  ['Knda', /\p{Script=Kannada}/u],
  ['Mlym', /\p{Script=Malayalam}/u],
  ['Sinh', /\p{Script=Sinhala}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Laoo', /\p{Script=Lao}/u],
  ['Khmr', /\p{Script=Khmer}/u],
  ['Mymr', /\p{Script=Myanmar}/u],
  ['Thaa', /\p{Script=Thaana}/u],
] as const
export type Script = (typeof SCRIPTS)[number][0] | 'Zyyy'

/** Returns the script of a character; 'Zyyy' for one without a script or with one that is not distinguished here. */
export function scriptOf(character: string): Script {
  // Most text is ASCII: no regular expression for it.
  const code = character.charCodeAt(0)
  if (code < 0x41) return 'Zyyy'
  if (code < 0x5b || (code > 0x60 && code < 0x7b)) return 'Latn'
  if (code < 0xc0) return 'Zyyy'
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Zyyy'
}

/** Matches marks and joiners that never begin a run: they take the font and script of the letter before them. */
export const isCombining = (character: string): boolean => /\p{M}|\u200C|\u200D|\uFE0F/u.test(character)
