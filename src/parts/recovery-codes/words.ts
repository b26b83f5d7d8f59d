/** Words about recovery codes. */
export const RECOVERY_WORDS = {
  title: 'Recovery codes',
  hint: 'Each code signs you in once, with your password, when you have no passkey with you. They are shown only now: print them or write them down, and keep them in a safe place.',
  codes: 'Your ten recovery codes',
  print: 'Print',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'I keep them in a safe place',
  done: 'Continue',
  paperTitle: 'Readroom recovery codes',
  paperHint: (name: string, day: string) =>
    `${name}, ${day}. Each code signs in once, together with the password. New codes end these.`,
} as const
