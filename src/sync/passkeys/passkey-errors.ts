/** The user closed the browser's dialog, let it time out, or has no matching passkey. */
export class PasskeyCancelledError extends Error {
  constructor() {
    super('No passkey answered. Try again, or go on another way.')
    this.name = 'PasskeyCancelledError'
  }
}

/** The authenticator already has a passkey of this user. */
export class PasskeyKnownError extends Error {
  constructor() {
    super('This device or security key holds a passkey of yours already.')
    this.name = 'PasskeyKnownError'
  }
}
