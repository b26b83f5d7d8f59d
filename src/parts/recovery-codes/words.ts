/** Words about recovery codes. */
export const RECOVERY_WORDS = {
  title: 'Recovery codes',
  hint: 'Each signs you in once, with your password, when no passkey is at hand. They are shown this once: print them or write them down, and keep them where you keep keys.',
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
