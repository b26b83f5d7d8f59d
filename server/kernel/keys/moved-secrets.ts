export type Columns = Readonly<Record<string, unknown>>

/** A destination of a secret: equal values mean the same destination. */
export interface Destination {
  of: (columns: Columns) => string
  /** Why the secret must be entered again, for the error of its field. */
  word: string
}

/** The destinations of each secret, by column; empty for one that is never sent anywhere. */
export type GoesTo<Name extends string> = Readonly<Record<Name, readonly Destination[]>>

/**
 * Returns the stored secrets that were not entered again although their destination changed, each with the broken rule.
 * Whether they are currently used makes no difference: they may be used later.
 */
export function movedSecrets<Name extends string>(
  goesTo: GoesTo<Name>,
  { before, after }: { before: Columns; after: Columns },
  isEntered: (name: Name) => boolean,
): { name: Name; rule: string }[] {
  return (Object.keys(goesTo) as Name[]).flatMap((name) => {
    if (before[name] === '' || isEntered(name)) return []
    const destination = goesTo[name].find(({ of }) => of(before) !== of(after))
    return destination ? [{ name, rule: `must be entered again: ${destination.word}` }] : []
  })
}

/**
 * Returns which moved secrets break the rule when these columns are saved, and which are deleted because their address
 * is now empty. The first destination of a secret is its address; `given` holds the columns that are written.
 */
export function judgeMoved<Name extends string>(
  goesTo: GoesTo<Name>,
  before: Columns,
  given: Columns,
): { broken: Partial<Record<Name, string>>; forgotten: Partial<Record<Name, ''>> } {
  const after = { ...before, ...withoutUndefined(given) }
  const moved = movedSecrets(goesTo, { before, after }, (name) => typeof given[name] === 'string')
  const broken: Partial<Record<Name, string>> = {}
  const forgotten: Partial<Record<Name, ''>> = {}
  for (const { name, rule } of moved)
    if (goesTo[name][0]?.of(after) === '') forgotten[name] = ''
    else broken[name] = rule
  return { broken, forgotten }
}

/** Returns scheme, name and port of the address in that column; empty if no secret goes there. */
export const addressIn = (column: string): Destination => ({
  of: (columns) => webOrigin(columns[column]),
  word: ADDRESS_WORD,
})

/** Returns the user of a password: a password is useless for another user. */
export const userIn = (column: string): Destination => ({
  of: (columns) => JSON.stringify(columns[column] ?? ''),
  word: 'the user is another one',
})

export const ADDRESS_WORD = 'the address is another one'

/**
 * Returns scheme, name and port of a web address; empty for anything else, including `mllp://`, which has no
 * password.
 */
export function webOrigin(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return ''
  const { origin } = new URL(address)
  return origin === 'null' ? '' : origin
}

const withoutUndefined = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
