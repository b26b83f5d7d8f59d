/** Words of the shell that the sign-in page loads too; those of the frame alone are in `frame/frame-words.ts`. */
export const SHELL_WORDS = {
  product: 'Readroom',
  loading: 'Loading',
  close: 'Close',
  backToForm: 'Back to the form',

  notFound: 'Sorry, the page you visited does not exist.',
  backHome: 'Back Home',
  notAuthorized: 'You are not authorized to access this module.',
  notAuthorizedHint: 'Ask an administrator of your centre if you need it.',
  screenFailed: 'This screen stopped working',
  screenFailedKept: 'What you typed elsewhere is kept, and unsent changes are still on this device.',
  screenNotLoaded: 'This screen could not be loaded. It needs the network once; then it is on this device.',
  retry: 'Try again',
  reload: 'Reload',
  sessionEnded:
    'Your session has ended. Sign in again. Unsent changes are kept on this device and sent after you sign in.',
  insecureTitle: 'This address is not secure',
  insecure: [
    'Readroom keeps patient data on this device so that it works without the network. Browsers allow that only on an encrypted connection (https) or on the machine itself (localhost).',
    'Open Readroom at its https address. The README explains how to set one up, for example with "npm start -- --https".',
  ],
} as const
