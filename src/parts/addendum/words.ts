/** Words of addenda (docs/reports.md). */
export const ADDENDUM_WORDS = {
  title: 'Addendum',
  heading: (name: string, time: string) => `Addendum by ${name || 'unknown'}, ${time}`,
  notFiled: 'Not yet filed: it is kept on this device and sent when the network is back.',
  intro:
    'The signed text stays as it is. Your words are appended to it, dated and signed in your name, and the study is verified again.',
  report: 'Report',
  reportName: (no: number, name: string) => name || `Report ${no}`,
  signedText: 'Signed text',
  text: 'Text of the addendum',
  sign: 'Sign addendum',
  kept: 'Addendum: on this device',
  offlineTitle: 'Sign addendum',
  offlineQuestion:
    'The server cannot be reached now. Your addendum is kept on this device and filed when the network is back. Until then it counts as not signed.',
  refusals: {
    noRight: 'Your role may not write addenda.',
    noSignRight: 'Your account may not sign reports.',
    revised: 'Signed reports are revised here, not appended to.',
    notSigned: 'All reports of this study must be signed first.',
    noText: 'There is no text to sign.',
    foetalSex:
      'The text states the sex of the foetus, which the PC-PNDT Act forbids. Remove the words, then sign.',
  },
} as const
