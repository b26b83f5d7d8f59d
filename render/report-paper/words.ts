/** Words on the paper of a report. */
export const REPORT_PAPER_WORDS = {
  kinds: {
    report: 'Report',
    booklet: 'Booklet',
    keyImages: 'Key images',
    thirdParty: 'Third-party report',
  },
  verifiedBy: (name: string, when: string) => `Verified by ${name}, ${when}`,
  lines: {
    study: 'Study',
    accession: 'Accession No',
    studyDate: 'Study date',
    referrer: 'Referred by',
  },
} as const
