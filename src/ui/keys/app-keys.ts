/**
 * Where a key works: everywhere, outside text fields, in an open form or in an open report; `last` in a report too,
 * after everything open there has had its turn; `text` in the editor of a text itself, which passes the key on if it
 * has no use for it.
 */
export type KeyContext = 'everywhere' | 'outsideText' | 'report' | 'form' | 'last' | 'text'

export interface AppKey {
  /**
   * In the editor's notation: modifiers in the order Mod, Alt, Shift, then the key itself. Mod is Ctrl, or Cmd on a
   * Mac. Several if one entry represents a row of keys.
   */
  combos: readonly string[]
  /** As shown in the help. */
  shown: readonly string[]
  place: KeyContext
  does: string
}

/**
 * Every key of the app, in the order of the help. The editor drops its own shortcuts for these keys (`withoutAppKeys`),
 * so that a key never does two things.
 */
export const APP_KEYS = {
  palette: {
    combos: ['Mod-k'],
    shown: ['Ctrl', 'K'],
    place: 'everywhere',
    does: 'Go to a screen or find a study',
  },
  help: { combos: ['?'], shown: ['?'], place: 'outsideText', does: 'Show this help' },
  // Ctrl+L alone is the browser's: it focuses the address bar.
  lock: {
    combos: ['Mod-Shift-l'],
    shown: ['Ctrl', 'Shift', 'L'],
    place: 'everywhere',
    does: 'Lock: what is open stays, hidden until your password',
  },
  filter: { combos: ['/'], shown: ['/'], place: 'outsideText', does: 'In a list: go to the filter' },
  rows: {
    combos: ['j', 'k'],
    shown: ['j', 'k'],
    place: 'outsideText',
    does: 'In a list: next and previous row',
  },
  open: { combos: ['Enter'], shown: ['Enter'], place: 'outsideText', does: 'In a list: open the row' },
  save: {
    combos: ['Mod-s'],
    shown: ['Ctrl', 'S'],
    place: 'form',
    does: 'In a form of masters, settings, templates or a patient: save',
  },
  send: {
    combos: ['Mod-Enter'],
    shown: ['Ctrl', 'Enter'],
    place: 'form',
    does: 'In a booking: book. In a comment: add it',
  },
  draft: { combos: ['Mod-s'], shown: ['Ctrl', 'S'], place: 'report', does: 'In a report: save as Draft' },
  sign: { combos: ['Mod-Enter'], shown: ['Ctrl', 'Enter'], place: 'report', does: 'In a report: Sign' },
  signNext: {
    combos: ['Mod-Shift-Enter'],
    shown: ['Ctrl', 'Shift', 'Enter'],
    place: 'report',
    does: 'In a report: Sign & Next. Once it is signed: the next study',
  },
  skip: {
    combos: ['Mod-Alt-n'],
    shown: ['Ctrl', 'Alt', 'N'],
    place: 'report',
    does: 'In a report: skip the study, with a reason, and open the next one',
  },
  findTemplate: {
    combos: ['Alt-t'],
    shown: ['Alt', 'T'],
    place: 'report',
    does: 'In a report: find a template. Enter inserts the first one',
  },
  fields: {
    combos: ['Tab', 'Shift-Tab'],
    shown: ['Tab'],
    place: 'text',
    does: 'In a report with fields of a template: to the next field, with Shift to the one before',
  },
  leave: {
    combos: ['Escape'],
    shown: ['Esc'],
    place: 'last',
    does: 'In a report: back to where it was opened, a list at its row',
  },
  dictate: {
    combos: ['F4'],
    shown: ['F4'],
    place: 'report',
    does: 'In a report: start and stop dictation',
  },
  parts: {
    combos: ['Alt-1', 'Alt-2', 'Alt-3'],
    shown: ['Alt', '1…3'],
    place: 'report',
    does: 'In a report: Description, Conclusion, Recommendation',
  },
  priors: {
    combos: ['Alt-4'],
    shown: ['Alt', '4'],
    place: 'report',
    does: 'In a report: Priors, the former studies of the patient',
  },
  compared: {
    combos: ['Alt-5'],
    shown: ['Alt', '5'],
    place: 'report',
    does: 'In a report: write "Compared with ..." for the prior that is open',
  },
  followUp: {
    combos: ['Alt-6'],
    shown: ['Alt', '6'],
    place: 'report',
    does: 'In a report: set the follow-up that the Recommendation asks for',
  },
  ownFollowUp: {
    combos: ['Alt-8'],
    shown: ['Alt', '8'],
    place: 'report',
    does: 'In a report: a follow-up in your own words',
  },
  aiDraft: {
    combos: ['Alt-7'],
    shown: ['Alt', '7'],
    place: 'report',
    does: 'In a report: the sentences of the AI result. Enter accepts one, E edits it, Delete drops it',
  },
} as const satisfies Record<string, AppKey>

export type AppKeyName = keyof typeof APP_KEYS

/** Keys that take precedence over a text's editor while somebody writes there: plain letters belong to the text. */
export const KEYS_OVER_TEXT: ReadonlySet<string> = new Set(
  Object.values(APP_KEYS)
    .filter(({ place }: AppKey) => place !== 'outsideText' && place !== 'last' && place !== 'text')
    .flatMap(({ combos }) => combos),
)

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A pressed key in the notation of `AppKey.combos`. */
export function comboOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const modifiers = [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && 'Shift'].filter(Boolean)
  const isForeign = key.length === 1 && !LATIN.test(key)
  return [...modifiers, keyName(key, code, altKey || (isForeign && modifiers.length > 0))].join('-')
}

const LATIN = /^[\x21-\x7e]$/

/**
 * The key's letter or name. Alt changes the letter, and other scripts have other letters: then the key's position
 * counts.
 */
function keyName(key: string, code: string, isPlaced: boolean): string {
  const placed = isPlaced ? /^(?:Digit|Key)(.)$/.exec(code)?.[1] : undefined
  const name = placed ?? key
  return name.length === 1 ? name.toLowerCase() : name
}

/** Returns whether a pressed key is this key of the app, with exactly its modifiers. */
export function isAppKey(name: AppKeyName, event: Pressed): boolean {
  const { combos }: AppKey = APP_KEYS[name]
  return combos.includes(comboOf(event))
}
