import type { PaperInput, PaperReport } from '#render/paper-input.ts'

/** Returns a report with a description only, unless `changes` says otherwise. */
export function paperReport(changes: Partial<PaperReport> = {}): PaperReport {
  return {
    name: 'CT Brain',
    description: '<p>No bleed.</p>',
    conclusion: '',
    recommendation: '',
    signatures: [],
    ...changes,
  }
}

/** Returns a paper of one report about an invented patient. */
export function paperInput(changes: Partial<PaperInput> = {}): PaperInput {
  return {
    title: 'Report',
    createdAt: new Date('2026-11-21T10:42:00Z'),
    patient: {
      name: 'Anjali Menon',
      id: 'P-00412',
      sex: 'Female',
      age: '54Y',
      birthDate: '03 Feb 1972',
      dobAge: 'BOTH',
    },
    studyLines: [
      { label: 'Accession no.', value: 'ACC-7781' },
      { label: 'Study', value: 'CT Brain plain' },
      { label: 'Modality', value: 'CT' },
      { label: 'Study date', value: '20 Nov 2026 09:15 AM' },
      { label: 'Referred by', value: 'Dr. R. Iyer' },
    ],
    reports: [paperReport()],
    options: { letterhead: false, signature: true },
    margins: { top: 40, right: 18, bottom: 28, left: 18 },
    marginsPlain: { top: 18, right: 18, bottom: 18, left: 18 },
    disclaimer: '',
    ...changes,
  }
}
