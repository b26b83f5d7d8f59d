import type { NoEdit } from '#src/sync/outbox/look/edit-path.ts'
import type { QueueItemState } from '#src/sync/outbox/look/use-queue.ts'

/** Words of the Sync centre (docs/sync.md#what-a-person-sees). */
export const SYNC_WORDS = {
  title: 'Sync centre',
  subtitle: 'Changes that the server does not have yet, and changes that need you.',
  sections: {
    needs_you: 'Needs you',
    sending: 'Being sent',
    device: 'Waiting on this device',
    flagged: 'On server, with something to do',
  } satisfies Record<QueueItemState, string>,
  shortStates: {
    needs_you: 'Needs you',
    sending: 'Sending',
    device: 'Waiting',
    flagged: 'To do',
  } satisfies Record<QueueItemState, string>,
  hints: {
    needs_you: 'The server refused these. They stay here until you try again, change or discard them.',
    sending: 'On their way now.',
    device: 'They are sent automatically, in order, as soon as possible.',
    flagged: 'The server accepted these, but something is left for a person to do.',
  } satisfies Record<QueueItemState, string>,

  onDevice: (time: string) => `On this device ${time}`,
  sending: 'Sending',
  onServer: (time: string) => `On server ${time}`,
  needsYou: 'Needs you',
  age: (age: string) => `${age} old`,
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  nextTry: (wait: string) => `next try in ${wait}`,
  nextTryOnline: 'next try when there is a network',
  exported: (time: string) => `in a sealed file of ${time}`,

  filterText: 'Filter by words',
  filterHint: 'Filter',
  states: 'Show',
  empty: 'Everything is on the server.',
  emptyHint:
    'Changes you make while offline, or while the server is busy, wait here and are sent automatically.',
  emptyFiltered: 'No matching changes.',
  clearFilter: 'Show all',
  showMore: (count: number) => `Show ${count} more`,

  select: (label: string) => `Select ${label}`,
  selected: (count: number) => `${count} selected`,
  clearSelection: 'Clear selection',
  retry: 'Try again',
  retrySelected: (count: number) => `Try ${count} again`,
  retriedMany: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} tried again.`,
  edit: 'Edit',
  noEdit: {
    nothing_typed: 'It has nothing to correct: try again, or discard it and redo it.',
    signed: 'Signed content cannot be changed: try again, or discard it and have it signed again.',
    of_the_moment: 'It applied to that moment: try again, or discard it and enter the current state.',
  } satisfies Record<NoEdit, string>,
  openReport: 'Open the report',
  compare: 'Compare',
  open: 'Open',
  settle: 'Done',
  discard: 'Discard',
  discardTitle: 'Discard this change?',
  discardMessage: (label: string) =>
    `“${label}” is not on the server as far as this device knows, and will be lost for ever.`,
  discardPhrase: 'DISCARD',
  discarded: 'Discarded. It will never take effect.',
  wasDone: 'The server already has it: it took effect and cannot be discarded.',
  discardNeedsNetwork: 'It may have reached the server, which must be asked first: this needs the network.',

  exportAll: 'Export sealed file',
  exportSelected: (count: number) => `Export ${count}`,
  exportHint: 'A file that only your server can read, to be imported from another device.',
  exportedCount: (count: number) =>
    count === 1
      ? '1 change is in the file. It also stays here until it is on the server.'
      : `${count} changes are in the file. They also stay here until they are on the server.`,
  nothingToExport: 'Nothing here can be put into a file. Pictures must be sent from this device.',
  import: 'Import sealed file',
  importNeedsNetwork: 'This needs the network.',
  importTitle: 'Imported sealed file',
  imported: (accepted: number) => `${accepted} taken by the server`,
  known: (count: number) => `${count} it had before`,
  heldItems: (count: number) => `${count} held until their author confirms them`,
  refused: (count: number) => `${count} refused`,
  importFailed: 'The file was not imported',
  refusedItem: 'Change',
  refusedReason: 'Reason',
  close: 'Close',
} as const

/** Words of the section about the device itself. */
export const DEVICE_WORDS = {
  title: 'This device',
  name: 'Name',
  nameless: 'not named yet',
  rename: 'Rename',
  save: 'Save',
  cancel: 'Cancel',
  renamed: 'Device name saved on the server.',
  renameNeedsNetwork: 'Renaming needs the network.',
  link: 'Connection',
  online: 'Online',
  offlineSince: (time: string) => `Offline since ${time}`,
  lastContact: 'Last contact',
  never: 'not yet',
  ago: (age: string) => `${age} ago`,
  storage: 'Storage',
  journal: 'Kept in case the server is restored from a backup',
  journalEmpty: 'Nothing yet',
  journalKept: (count: number, megabytes: string, since: string) =>
    `${count} ${count === 1 ? 'change' : 'changes'} since ${since}, ${megabytes} MB`,
  journalDays: (days: number) => `for ${days === 1 ? '1 day' : `${days} days`}, at most 200 MB`,
  storageUsed: (used: string, granted: string) => `${used} of ${granted}`,
  storageUnknown:
    'This browser does not say how much it keeps, and may clear it. Use a current Chrome, Edge, Firefox or Safari in an ordinary window, not a private one.',
  persistent: 'The browser keeps it until you clear it.',
  notPersistent:
    'The browser may clear this data when the disk fills up, and a private window loses it when it closes. Unsent work would be lost. Use an ordinary window.',
  askPersistent: 'Ask the browser to keep it',
  persistentRefused:
    'The browser did not agree. Installing Readroom as an app, or a bookmark, usually changes that.',
  idle: 'Lock after inactivity',
  minutes: (minutes: number) => `after ${minutes} minutes`,
} as const
