/** Words of the WhatsApp dialog (docs/screens.md#the-shell). */
export const WHATSAPP_WORDS = {
  open: 'WhatsApp',
  title: 'WhatsApp',
  // The note required by docs/screens.md#the-shell.
  warning:
    'This is not the official WhatsApp business API. WhatsApp may block the number, and after a disconnect the code must be scanned again.',
  ownNumber: 'Your own number: your messages are sent from it.',
  centreNumber: 'The number of your centre: all staff send from it.',
  states: {
    Not_Configured: 'Not set up',
    Unlinked: 'Not linked',
    Waiting: 'Waits for the code to be scanned',
    Linked: 'Linked',
  },
  notSetUp: 'Your centre has set up no WhatsApp gateway. Messages are kept and not sent until it has.',
  linkedTo: (number: string) => (number ? `Linked to ${number}` : 'Linked'),
  link: 'Show the code',
  renew: 'Show another code',
  scan: 'Open WhatsApp on the phone, choose Linked devices, and scan this code.',
  picture: 'Code to scan with WhatsApp',
  unlink: 'Unlink',
  unlinkTitle: 'Unlink the number',
  unlinkQuestion: 'No messages are sent from this number until the code is scanned again.',
  offline: 'Linking a number needs the network',
  failed: 'The gateway did not answer',
  looking: 'Asking the gateway …',
} as const
