/** Words of the lock's form, which loads when it is first shown (docs/sync.md#encryption-and-unlock). */
export const LOCK_WORDS = {
  title: 'Locked',
  titleOf: (name: string) => `Locked by ${name}`,
  cold: 'Enter your password to unlock the data on this device.',
  idle: 'Nobody used this screen for a while. Your password unlocks it as you left it.',
  asked: 'Your password opens the screen as it was left.',
  earlier:
    'What is on this device is kept under an earlier password of yours. Open it with that one once; from then on the new one opens it.',
  overdue:
    'This device was away from the server for too long. Connect it and sign in: what waits on it is kept, and is sent after that.',
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
      ? '1 change waits on this device; it is sent while this is locked too.'
      : `${count} changes wait on this device; they are sent while this is locked too.`,
} as const
