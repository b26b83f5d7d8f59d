/** The password does not open the vault of this device. */
export class WrongPasswordError extends Error {
  constructor() {
    super('The password is wrong. If it was changed elsewhere, sign in with the new one.')
    this.name = 'WrongPasswordError'
  }
}

/** The device was away from the server for longer than its lease. */
export class LeaseOverError extends Error {
  constructor() {
    super('This device was away for too long. Connect it and sign in; what waits on it is kept.')
    this.name = 'LeaseOverError'
  }
}

/** The user signed in by passkey alone, but creating or opening the vault of this device needs a password. */
export class PasswordNeededError extends Error {
  constructor() {
    super('This device keeps your work locked under your password. Enter it once.')
    this.name = 'PasswordNeededError'
  }
}

/** Neither this password nor the server opens the vault of this device; an earlier password does. */
export class EarlierPasswordError extends Error {
  constructor() {
    super(
      'What is on this device is kept under an earlier password, and the server no longer holds its key. Unlock it with that password first.',
    )
    this.name = 'EarlierPasswordError'
  }
}
