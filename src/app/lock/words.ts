/** Words of the lock's form, which loads when it is first shown (docs/sync.md#encryption-and-unlock). */
export const LOCK_WORDS = {
  title: 'Locked',
  titleOf: (name: string) => `Locked by ${name}`,
  cold: 'Enter your password to unlock the data on this device.',
  idle: 'Nobody used this screen for a while. Your password unlocks it as you left it.',
  asked: 'Your password unlocks the screen as you left it.',
  earlier:
    'The data on this device is locked with an earlier password of yours. Enter that password once; after that the new one works.',
  overdue:
    'This device has not reached the server for too long. Connect it and sign in: unsent changes are kept, and are sent after that.',
  handBack: 'Hand this device back to the desk',
  handBackHint:
    'A form was being filled in here. The answers are kept; the person who handed it over can continue.',
  password: 'Password',
  unlock: 'Unlock',
  touch: 'Unlock by touch',
  or: 'or by the password',
  signIn: 'Sign in',
  someoneElse: 'Sign in as someone else',
  wrongPassword: 'The password is wrong.',
  changedElsewhere: 'If it was changed elsewhere, sign in with the new one.',
  changedElsewhereOffline:
    'If it was changed elsewhere, the previous one unlocks this device until you are online.',
  failed: 'Unlocking failed. Try again.',
  offline: 'There is no network now. Unlocking works without it.',
  waiting: (count: number) =>
    count === 1
      ? '1 change waits on this device. It is sent even while the screen is locked.'
      : `${count} changes wait on this device. They are sent even while the screen is locked.`,
} as const
