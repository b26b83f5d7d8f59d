/** The requirements for every password, as listed by the note of docs/screens.md#the-shell. */
export const PASSWORD_NEEDS = [
  { words: 'at least 8 characters', isMet: (password: string) => password.length >= 8 },
  { words: 'one uppercase', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { words: 'one lowercase', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { words: 'one digit', isMet: (password: string) => /\p{Nd}/u.test(password) },
  { words: 'one special character', isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const

/** The note beside every password field. */
export const PASSWORD_NOTE = `Password must have ${PASSWORD_NEEDS.map(({ words }) => words).join(', ')}.`

/** Longest password in characters; far beyond what anybody types. */
export const PASSWORD_MAX = 200

/** A user name without whitespace. Passwords keep theirs: they are used exactly as typed, here and at sign-in. */
export function stripWhitespace(name: string): string {
  return name.replace(/\s+/g, '')
}

/** Why the password is refused: 'needs one uppercase and one digit'; undefined if it may pass. */
export function refusePassword(password: string): string | undefined {
  const missing = PASSWORD_NEEDS.filter(({ isMet }) => !isMet(password)).map(({ words }) => words)
  if (missing.length === 0) return undefined
  const last = missing.pop()
  return `needs ${missing.length === 0 ? last : `${missing.join(', ')} and ${last}`}`
}
