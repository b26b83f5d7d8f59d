import type { OutgoingReport } from '#server/integrations/outgoing-report.ts'

/** Returns a report whose texts contain every mark of HL7, and three scripts. */
export const outgoing = (change: Partial<OutgoingReport> = {}): OutgoingReport => ({
  controlId: '0123456789abcdef0123',
  sentAt: new Date('2026-11-21T09:00:00Z'),
  resultStatus: 'F',
  sender: { application: 'READROOM', facility: 'Sanjeevani Andheri' },
  zone: 'Asia/Kolkata',
  order: { placerNo: 'ORD^7', placerAuthority: 'WARD', application: 'HIS', facility: 'CITY' },
  visit: { no: 'IP55', isInPatient: true, bed: 'B2' },
  patient: {
    id: 'SAN|1',
    authority: 'CITY',
    name: 'RAO^MEERA^K',
    names: undefined,
    sex: 'Female',
    birthdate: '1984-03-02',
  },
  study: {
    uid: '1.2.840.1',
    accessionNo: 'A-1',
    authority: 'SAN',
    description: 'CT & Chest',
    modality: 'CT',
    at: new Date('2026-11-21T08:00:00Z'),
    referrer: 'DR KHAN',
  },
  report: {
    number: 1,
    name: '',
    description: 'Marks | ^ ~ & \\ stay.\nसंजीवनी\nمركز النور',
    conclusion: 'Normal.',
    recommendation: '',
    addenda: [{ text: 'Seen again.', at: new Date('2026-11-21T10:00:00Z'), by: 'Dr Asha' }],
  },
  signed: { by: 'Dr Asha', at: new Date('2026-11-21T08:30:00Z') },
  verified: { by: 'Dr Vivek', at: new Date('2026-11-21T08:45:00Z') },
  ...change,
})

/** Returns an acknowledgement as partners send it. */
export const ack = (code: string, controlId: string, words = '') =>
  `MSH|^~\\&|PARTNER|THERE|READROOM|HERE|20261121||ACK^R01|77|P|2.5.1\rMSA|${code}|${controlId}|${words}\r`
