/** Words of the public queue display (docs/visits.md#queue-display): read by patients, so plain and few. */
export const DISPLAY_WORDS = {
  title: 'Queue',
  machines: 'Now',
  next: 'Next Patient',
  nobodyNext: 'Nobody waits.',
  bring: 'BRING',
  free: 'Free',
  scanning: 'In progress',
  left: 'Time left',
  over: 'A little longer',
  slides: (now: number, all: number) => `${now} / ${all}`,
  down: (since: string) => `No connection since ${since}. This list is of that time; ask at the desk.`,
  loading: 'The queue is being fetched.',
  waiting: 'There is no connection to the centre yet. The queue appears as soon as there is one.',
  unknown: 'This queue display does not exist.',
  unknownHint: 'Open the display anew from Que Screens.',
  banner: 'Banner of the centre',
} as const
