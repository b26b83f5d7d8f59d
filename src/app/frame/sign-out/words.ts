/** Words for signing out while work waits on this device. */
export const SIGN_OUT_WORDS = {
  title: 'Not everything is on the server yet',
  what: (count: number, age: string | undefined) =>
    count === 1
      ? `One change waits on this device${age === undefined ? '' : `, for ${age} now`}. It is nowhere else.`
      : `${count} changes wait on this device${age === undefined ? '' : `, the oldest for ${age}`}. They are nowhere else.`,
  needsYou: (count: number) =>
    count === 1
      ? 'One of them was refused and will not be sent automatically. See the Sync centre.'
      : `${count} of them were refused and will not be sent automatically. See the Sync centre.`,
  texts: (count: number) =>
    count === 1
      ? 'One of them is a text that only you can save.'
      : `${count} of them are texts that only you can save.`,
  syncCentre: 'Open Sync centre',
  stay: 'Stay signed in',
  wait: 'Wait until sent',
  waiting: 'Signing out as soon as everything is on the server …',
  waitingOffline:
    'There is no network now. Signing out as soon as it is back and everything is on the server …',
  stopWaiting: 'Do not wait',
  export: 'Export sealed file and sign out',
  exportHint:
    'The file can be read by your server only. Bring it to another device that has a network, or to your administrator.',
  exportedNotAll: (exported: number, left: number) =>
    `${exported} exported. ${left === 1 ? 'One change or picture' : `${left} changes or pictures`} cannot travel in a file and must be sent from here.`,
  giveUp: 'Discard unsent work …',
  giveUpTitle: 'Discard unsent work?',
  giveUpMessage: (count: number) =>
    `${count === 1 ? 'One change that is' : `${count} changes that are`} only on this device will be lost for ever, and you will be signed out.`,
  giveUpPhrase: 'DISCARD',
  giveUpConfirm: 'Discard and sign out',
} as const
