/** Words of link and queue in the top bar. */
export const QUEUE_WORDS = {
  online: 'Online',
  offlineSince: (time: string) => `Offline since ${time}`,
  fetching: 'fetching records',
  waiting: (count: number) => `${count} waiting`,
  needsYou: (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} you`,
  unfetched:
    'The network was lost before this device had fetched all records. Lists and searches here are incomplete until it is back.',
  minutesOld: (minutes: number) => `oldest ${minutes} min`,
  hoursOld: (hours: number) => `oldest ${hours} h`,
  queueTitle: 'Changes on this device',
  queueEmpty: 'Everything is on the server.',
  unsaved: (count: number) => `${count} not saved`,
  unsavedTexts: (count: number) =>
    `${count === 1 ? 'One text was' : `${count} texts were`} typed on this device and not saved.`,
  queueMore: (count: number) => `and ${count} more`,
  openSyncCentre: 'Open Sync centre',
} as const
