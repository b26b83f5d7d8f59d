/** Words for signing by touch. */
export const TOUCH_WORDS = {
  without: 'Sign without the touch?',
  withoutHint: (why: string) => `${why} The signature is then made by your session alone, as before.`,
  withoutConfirm: 'Sign without',
  needed: 'Signatures need a passkey here',
  neededHint:
    'Your centre asks for the touch of a passkey for each signature and verification. You have none at this address yet. What you wrote is kept.',
  register: 'Add a passkey',
  later: 'Not now',
} as const
