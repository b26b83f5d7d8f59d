/** The key that ended the word: a tab requests a shortcut, a space may just end a sentence. */
export type ShortcutTrigger = 'tab' | 'space'

export interface TypedShortcut<Item> {
  shortcut: Item
  /** The length of its name before the cursor, including the slash. */
  length: number
}

/** Fewest letters of a name typed without a slash. */
const MIN_BARE = 2

const ENDS_WORD = /[\s\u00a0([{"'\u201c]/u

/**
 * The shortcut whose name was typed before the cursor: `/name` and a space or tab, or the bare name and a tab. The
 * longest name wins, and case is ignored. On a space, a name that is a prefix of another one (`normal`, `normal chest`)
 * still waits; a tab takes it. `before` is the text of the block up to the cursor.
 */
export function findTypedShortcut<Item extends { name: string }>(
  before: string,
  shortcuts: readonly Item[],
  trigger: ShortcutTrigger,
): TypedShortcut<Item> | undefined {
  const typed = before.toLowerCase()
  const fits = shortcuts.flatMap((shortcut) => {
    const length = typedLength(typed, shortcut.name.trim().toLowerCase(), trigger)
    return length === 0 ? [] : [{ shortcut, length }]
  })
  const [best] = fits.sort((a, b) => b.length - a.length)
  return best && !(trigger === 'space' && goesOn(best.shortcut, shortcuts)) ? best : undefined
}

/** How many letters before the cursor match this name; 0 if it is not there. */
function typedLength(typed: string, name: string, trigger: ShortcutTrigger): number {
  if (name === '' || !typed.endsWith(name)) return 0
  const start = typed.length - name.length
  if (typed[start - 1] === '/') return isStartOfWord(typed, start - 1) ? name.length + 1 : 0
  const isBare = trigger === 'tab' && name.length >= MIN_BARE && isStartOfWord(typed, start)
  return isBare ? name.length : 0
}

const isStartOfWord = (text: string, at: number) => at === 0 || ENDS_WORD.test(text[at - 1] ?? '')

function goesOn({ name }: { name: string }, shortcuts: readonly { name: string }[]): boolean {
  const begun = `${name.trim().toLowerCase()} `
  return shortcuts.some((other) => other.name.trim().toLowerCase().startsWith(begun))
}
