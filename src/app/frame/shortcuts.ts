/** Ctrl+L alone is the browser's own: it goes to the address. */
export const LOCK_KEYS = ['Ctrl', 'Shift', 'L'] as const

/** Every shortcut of the house with what it does (UX.md "Speed"); the help shows them in this order. */
export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl', 'K'], does: 'Go to a screen or find a study' },
  { keys: ['?'], does: 'Show this help' },
  { keys: LOCK_KEYS, does: 'Lock: what is open stays, hidden until your password' },
  { keys: ['/'], does: 'In a list: go to the filter' },
  { keys: ['j', 'k'], does: 'In a list: next and previous row' },
  { keys: ['Enter'], does: 'In a list: open the row' },
  { keys: ['Ctrl', 'S'], does: 'In a report: save as Draft' },
  { keys: ['Ctrl', 'Enter'], does: 'In a report: Sign' },
  { keys: ['F4'], does: 'In a report: start and stop dictation' },
  { keys: ['Alt', '1…3'], does: 'In a report: Description, Conclusion, Recommendation' },
]
