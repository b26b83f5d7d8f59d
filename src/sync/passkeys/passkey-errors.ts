/** The person closed the browser's dialog, let it run out, or has no passkey that fits. */
export class PasskeyCancelledError extends Error {
  constructor() {
    super('No passkey answered. Try again, or go on another way.')
    this.name = 'PasskeyCancelledError'
  }
}

/** The authenticator holds a passkey of this person already. */
export class PasskeyKnownError extends Error {
  constructor() {
    super('This device or security key holds a passkey of yours already.')
    this.name = 'PasskeyKnownError'
  }
}
