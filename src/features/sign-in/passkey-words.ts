/** Words of signing in by a passkey. */
export const PASSKEY_WORDS = {
  title: 'Sign in with a passkey',
  ask: 'Your browser asks for your passkey: touch the sensor or the security key, or enter its PIN.',
  again: 'Ask again',
  byCode: 'Use a recovery code',
  byPasskey: 'Use a passkey',
  sendCode: 'Send me a code instead',
  code: 'Recovery code',
  codeHint: 'Like 4KQ7-FM2X-W9TR, from the paper that you printed. Each works once.',
  signIn: 'Continue',
  firstTitle: 'Register a passkey',
  first:
    'Your administrator asks you to sign in with a passkey from now on: your finger, face or PIN on this device, or a security key. Register one to continue.',
  name: 'Name of the passkey',
  nameHint: 'So that you can recognise it later.',
  register: 'Register a passkey',
  password: 'Password',
  passwordTitle: 'One more time',
  passwordNeeded:
    'You are signed in. This device keeps your work locked under your password, and it has no copy of yours yet: enter it once here.',
  failed: 'Signing in did not work. Try again.',
} as const
