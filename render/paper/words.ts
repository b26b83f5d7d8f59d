/** The words that the paper adds to the report's own. */
export const PAPER_WORDS = {
  patient: 'Patient',
  patientId: 'Patient ID',
  sex: 'Sex',
  age: 'Age',
  birthDate: 'Date of birth',
  description: 'Description',
  conclusion: 'Conclusion',
  recommendation: 'Recommendation',
  licenceNo: 'Licence no.',
  signed: 'Signed',
  verified: 'Verified',
  touch: {
    Signed: (fingerprint: string) => `Signed by touch · ${fingerprint}`,
    Verified: (fingerprint: string) => `Verified by touch · ${fingerprint}`,
  },
  addendum: 'Addendum',
  check: 'Scan to check the signed text',
  keyImages: 'Key images',
  code: 'QR code',
  pageOf: (page: number | string, pages: number | string) => `Page ${page} of ${pages}`,
} as const
