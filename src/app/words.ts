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
  screenFailedKept: 'What you typed elsewhere is kept, and what waits to be sent is still on this device.',
  screenNotLoaded: 'This screen could not be loaded. It needs the network once; then it is on this device.',
  retry: 'Try again',
  reload: 'Reload',
  sessionEnded:
    'Your session is over. Sign in again. What was not sent yet is kept on this device and goes out after you sign in.',
  insecureTitle: 'This address is not secure',
  insecure: [
    'Readroom keeps patient data on this device so that it works without the network. Browsers allow that only on an encrypted connection (https) or on the machine itself (localhost).',
    'Open Readroom by its https address. An administrator finds in the README how to set one up, for instance with "npm start -- --https".',
  ],
} as const
