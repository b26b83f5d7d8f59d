/** Words of the page behind a referrer's link. */
export const CONFIRM_WORDS = {
  title: 'Critical result',
  product: 'Readroom',
  again: 'Open the link from your message again.',
  loading: 'Checking your link…',
  failed: 'The result cannot be shown',
  retry: 'Try again',
  from: (centre: string, sender: string, name: string) =>
    `${sender || centre} of ${centre} has a critical result about a patient of yours for you, ${name}.`,
  ask: 'Press the button to see it. This confirms to the centre that you have read it. The link works once, so press it only if it is addressed to you.',
  confirm: 'Show it and confirm that I read it',
  confirmed: (time: string) => `You confirmed this on ${time}. The centre sees that.`,
  call: (number: string) => `Call the centre on ${number}`,
  keep: 'The link works only once: note what you need before you close this page.',
  facts: {
    patient: 'Patient',
    id: 'Patient ID',
    sexAge: 'Sex and age',
    study: 'Examination',
    date: 'Date',
    centre: 'Centre',
    sender: 'Sent by',
  },
} as const
