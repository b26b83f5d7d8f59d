import { countText } from '#src/ui/grid/count-text.ts'

/** Words for printed papers of figures. */
export const PRINTED_WORDS = {
  open: 'Printed papers',
  title: 'Printed papers',
  note: 'Each paper was kept as it was printed. It says the same as on that day, whatever the books say now.',
  offline: 'Printed papers need the network.',
  none: 'No paper was printed yet.',
  noneHint: 'PDFs of this screen are listed here once they are made.',
  failed: 'The papers could not be listed.',
  columns: { paper: 'Paper', figures: 'Figures of', asAt: 'As at', rows: 'Rows', printed: 'Printed' },
  allBranches: 'Several branches',
  range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  position: (pos: string) => `position ${pos}`,
  rows: countText,
  hash: (hash: string) => `SHA-256 of the rows: ${hash}`,
  short: (hash: string) => `${hash.slice(0, 8)}…`,
  by: (name: string) => `by ${name}`,
  ownName: 'you',
  again: 'Print again',
  againOf: (name: string, when: string) => `Print again: ${name}, ${when}`,
} as const
