/** Words of the note about refused desk work. */
export const REFUSED_WORK_WORDS = {
  title: (count: number) => (count === 1 ? 'One change needs you' : `${count} changes need you`),
  hint: 'The server refused them as they are. Money that was received is still recorded for its patient.',
  open: 'Correct',
  syncCentre: 'Retry or discard in the Sync centre',
  more: (count: number) => `and ${count} more`,
} as const
