/** Words of a client's own licence. */
export const OWN_LICENCE_WORDS = {
  title: 'Licence',
  none: 'Your client works without a licence key.',
  term: (name: string, day: string) => `${name}, until ${day}`,
  counts: (branches: string, doctors: string) => `${branches} branches, ${doctors} doctors`,
  of: (count: number, limit: number) => `${count} of ${limit}`,
  ends: (days: number) => (days <= 1 ? 'Your licence ends today.' : `Your licence ends in ${days} days.`),
  endsHint: (day: string) =>
    `After ${day} only administrators can sign in until a new key is entered. Ask for one in time.`,
  over: (day: string) => `Your licence ended on ${day}.`,
  overHint: 'Only administrators can sign in. Open sessions continue. Enter a new key.',
  enter: 'Enter a licence key',
  key: 'Licence Key',
  keyHint: 'Five groups of five letters and digits.',
  activate: 'Activate',
  cancel: 'Cancel',
  required: 'Licence Key is required.',
} as const
