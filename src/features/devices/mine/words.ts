import type { FailedSignIn } from '#contract/calls/own-devices.ts'

/** Words of the own part of the page of devices. */
export const MINE_WORDS = {
  subtitle: 'Your devices, passkeys and sign-ins',
  failed: 'This could not be read',
  offline: 'You are offline. This page continues when the network is back.',
  needsNetwork: 'This needs the network.',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  name: 'Name',
  rename: 'Rename',

  devices: 'Devices',
  devicesHint: 'Devices that you have signed in on. Each keeps your work locked until you unlock it.',
  thisDevice: 'This device',
  nameless: 'Unnamed device',
  contact: 'Last contact',
  ago: (age: string) => `${age} ago`,
  waits: (count: number) => `${count} ${count === 1 ? 'change waits' : 'changes wait'} there`,
  waitsSince: (age: string) => `the oldest for ${age}`,
  revokedAt: (time: string) => `Out of use since ${time}`,
  end: 'Take out of use',
  endTitle: 'Take this device out of use?',
  endWhat: (name: string) =>
    `“${name}” is signed out at its next contact, and the copies that it keeps for you are deleted. Only an administrator can readmit it.`,
  endWaiting: (count: number) =>
    `${count === 1 ? '1 change waits' : `${count} changes wait`} on it and stay there, sealed, until it is readmitted.`,
  renameDevice: 'Rename the device',

  passkeys: 'Passkeys',
  passkeysHint:
    'Your finger, face or PIN on a device, or a security key. A passkey works only at this address and cannot be typed into a fake page.',
  passkeysRequired: 'Your administrator asks you to have one.',
  passkeysOff: 'Your administrator has switched passkeys off.',
  noPlace:
    'Passkeys do not work at this address: browsers need https and a domain name. Ask your administrator for such an address.',
  noPasskeys: 'You have no passkey yet.',
  lastRequired: 'Your administrator asks you to have one. Add another before you remove this one.',
  addPasskey: 'Add a passkey',
  made: (day: string) => `Added ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'not used yet',
  copied: 'Copied between your devices',
  otherPlace: (rpId: string) => `Works at ${rpId}`,
  remove: 'Remove',
  removed: 'The passkey was removed.',
  added: 'The passkey was added.',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeWhat: 'It can no longer sign you in. What it signed stays valid.',
  renamePasskey: 'Rename the passkey',
  newName: 'Name of the passkey',

  codes: 'Recovery codes',
  codesLeft: (count: number) => `${count} of 10 left.`,
  noCodes:
    'You have none. A recovery code signs you in with your password when you have no passkey with you.',
  makeCodes: 'Make new codes',
  makeCodesTitle: 'Make new recovery codes?',
  makeCodesWhat: 'Ten new codes are shown once. The earlier ones stop working.',

  or: 'or',
  password: 'Password',
  byPassword: 'Continue',
  byPasskey: 'Use a passkey',

  sessions: 'Sign-ins',
  sessionsHint: 'Where you are signed in now.',
  thisSession: 'Here',
  noDevice: 'Without a device',
  from: (address: string) => `from ${address}`,
  since: (time: string) => `since ${time}`,
  seen: (age: string) => `last used ${age} ago`,
  signOut: 'Sign out',
  signOutOthers: 'Sign out everywhere else',
  signOutOthersTitle: 'Sign out everywhere else?',
  signOutOthersWhat:
    'Your other sessions end. Unsent work on those devices stays there, and is sent after you sign in there and confirm it.',

  failures: 'Failed sign-ins',
  failuresHint:
    'With your name, in the last 30 days. If they are not yours, choose a new password and tell your administrator.',
  noFailures: 'None in the last 30 days.',
  why: {
    sign_in_failed: 'Wrong password',
    otp_failed: 'Wrong one-time code',
    passkey_failed: 'Wrong passkey',
    recovery_failed: 'Wrong recovery code',
    device_refused: 'A device that is out of use',
    address_refused: 'A network that is not allowed',
  } satisfies Record<FailedSignIn['why'], string>,
} as const
