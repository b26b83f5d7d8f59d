/** Words of the sign-in screen (docs/screens.md#the-shell and 8). */
export const SIGN_IN_WORDS = {
  product: 'Readroom',
  tagline: 'Reading and reporting that keeps working when the network does not.',
  demo: 'Demo data',
  demoHint:
    'The people and patients here are invented, and their passwords are public. Enter no real patient; npm run remove-demo clears it.',
  username: 'Username or e-mail',
  password: 'Password',
  captcha: 'Characters in the picture',
  captchaPicture: 'Picture with characters to type',
  refreshCaptcha: 'Show another picture',
  captchaFailed: 'The picture could not be loaded. Ask for another one.',
  login: 'Login',
  passkey: 'Sign in with a passkey',
  told: 'Signed in without a passkey',
  needsNetwork:
    'You are offline. Whoever locked this device can continue with user name and password; everybody else can sign in once it is online. This page notices when it is.',
  unknownOffline:
    'This name and password cannot be checked offline on this device. If you signed out, sign in again when the network is back.',
  failed: 'Signing in did not work. Try again.',
  automatic: 'Opening your results …',
  automaticFailed: 'The link did not open. Ask the centre for a new one, or sign in here.',
  otpTitle: 'Login Otp',
  otpCode: 'Six-digit code',
  otpHint: (sentTo: string | undefined) =>
    sentTo
      ? `A code was sent to ${sentTo}. It is valid for 5 minutes.`
      : 'A code was sent to you. It is valid for 5 minutes.',
  otpSubmit: 'Continue',
  otpResend: 'Send a new code',
} as const
