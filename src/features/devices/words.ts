import type { DeviceState } from './device-view.ts'

/** Words of the page of devices. */
export const DEVICES_WORDS = {
  title: 'Devices',
  parts: 'Whose devices',
  everybodys: 'Everybody’s',
  mine: 'Mine',
  list: 'Devices',
  subtitle: (count: number, people: number) =>
    `${count} ${count === 1 ? 'device' : 'devices'} of ${people} ${people === 1 ? 'person' : 'people'}`,
  offline: 'There is no network now. This page needs the server, and continues when it can be reached again.',
  offlineKept: (time: string) => `There is no network now. This is the state of ${time}.`,
  failed: 'The list could not be read',
  search: 'Search',
  searchHint: 'Person or device',
  states: 'Show',
  stateNames: {
    attention: 'Needs attention',
    waiting: 'Unsent work',
    quiet: 'Nothing unsent',
    revoked: 'Out of use',
  } satisfies Record<DeviceState, string>,
  columns: {
    user: 'Person',
    device: 'Device',
    contact: 'Last contact',
    oldest: 'Oldest unsent',
    waiting: 'Waiting',
    needs: 'Needs person',
    storage: 'Storage',
    version: 'Version',
    repaired: 'Repaired',
    actions: 'Actions',
  },
  nameless: 'Unnamed device',
  ago: (age: string) => `${age} ago`,
  nothing: 'none',
  needsCount: (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} a person`,
  repairedCount: (count: number) => `${count} repaired`,
  storage: (used: string, granted: string) => `${used} of ${granted}`,
  revokedAt: (time: string) => `Out of use since ${time}`,
  levels: { quiet: '', warn: 'late', alarm: 'very late' },
  quietHint: 'No unsent work at the last contact. The device is off or idle.',
  lateHint: 'Work waits on it. Have its person connect it, or export a sealed file from its Sync centre.',

  revoke: 'Take out of use',
  revokeTitle: 'Take this device out of use?',
  revokeMessage: (user: string, device: string) => `${user} on “${device}”`,
  revokeWhat: [
    'At its next contact this person is signed out there, and the copies of records that it keeps for them are deleted.',
    'Unsent work stays sealed on the device and cannot be read there. It is sent only after the device is readmitted.',
    'This person cannot sign in on it until then. Other people on the same device, and their other devices, continue as before.',
  ],
  revokeWaiting: (count: number) =>
    `${count === 1 ? '1 change waits' : `${count} changes wait`} on it: readmitting is the only way that ${count === 1 ? 'it comes' : 'they come'} in.`,
  readmit: 'Readmit',
  readmitTitle: 'Let this device be used again?',
  readmitWhat:
    'This person can sign in on it again. Its unsent work is then sent in their name, and its records are downloaded again.',
  needsNetwork: 'This needs the network.',

  empty: 'No device is known yet.',
  emptyHint: 'A device appears here when somebody signs in on it.',
  emptyFiltered: 'No matching device.',
  clear: 'Show all',
} as const
