/** Words of image servers. */
export const PACS_WORDS = {
  polling: 'Polling',
  test: 'Test connection',
  testing: 'Asking the image server',
  testNeeds: 'Enter Type, DB Host and DB Port first.',
  works: 'It works',
  fails: 'It does not work',
  took: (ms: number) => `${ms} ms`,
  states: {
    never: 'Not asked yet',
    ok: 'Answers',
    down: 'Not reached',
    slow: 'Too slow',
    nonsense: 'Unexpected answer',
  },
  certificate: {
    good: 'Client certificate',
    ending: 'The client certificate expires soon',
    expired: 'The client certificate has expired',
  },
  serverCertificate: {
    good: 'Certificate of the image server',
    ending: 'The certificate of the image server expires soon',
    expired: 'The certificate of the image server has expired',
  },
  certificates: 'Certificates until',
  certificatesHint: 'The first to expire of its certificate and the client certificate',
  certificateOf: (subject: string, day: string) => `${subject} · valid until ${day}`,
  off: 'Switched off',
  lastOk: (at: string) => `Last answer ${at}`,
  unknown: 'Not known offline',
} as const
