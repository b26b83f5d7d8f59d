export type Columns = Readonly<Record<string, unknown>>

/** A place that a secret goes to: the same value is the same place. */
export interface Place {
  of: (columns: Columns) => string
  /** Why the secret must be entered again, as its field says it. */
  word: string
}

/** The places of each secret by its column; none for one that never leaves the house. */
export type GoesTo<Name extends string> = Readonly<Record<Name, readonly Place[]>>

/**
 * The stored secrets that are not entered anew although they would go to another place than the one that they were entered
 * for, each with the rule that is broken. Whether they are used makes no difference: they may be used later.
 */
export function movedSecrets<Name extends string>(
  goesTo: GoesTo<Name>,
  { before, after }: { before: Columns; after: Columns },
  isEntered: (name: Name) => boolean,
): { name: Name; rule: string }[] {
  return (Object.keys(goesTo) as Name[]).flatMap((name) => {
    if (before[name] === '' || isEntered(name)) return []
    const place = goesTo[name].find(({ of }) => of(before) !== of(after))
    return place ? [{ name, rule: `must be entered again: ${place.word}` }] : []
  })
}

/**
 * Which of the moved secrets a save of these columns breaks the rule for, and which it forgets: those that have no address
 * to go to any more. The first place of a secret is its address; the columns that are given are the ones that are written.
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

/** Scheme, name and port of the address in that column; empty where nothing of a secret goes there. */
export const addressIn = (column: string): Place => ({
  of: (columns) => webOrigin(columns[column]),
  word: ADDRESS_WORD,
})

/** Whom a password belongs to: one of somebody else is of no use. */
export const userIn = (column: string): Place => ({
  of: (columns) => JSON.stringify(columns[column] ?? ''),
  word: 'the user is another one',
})

export const ADDRESS_WORD = 'the address is another one'

/** Scheme, name and port of a web address; empty for anything else, an `mllp://` that takes no password included. */
export function webOrigin(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return ''
  const { origin } = new URL(address)
  return origin === 'null' ? '' : origin
}

const withoutUndefined = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
