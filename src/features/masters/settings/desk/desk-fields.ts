import type { Fields } from '#contract/masters/engine/field.ts'
import { HL7_CHARSET_LABELS, HL7_CHARSETS } from '#domain/message/hl7-charsets.ts'

/** Fields of the tab Front Desk, by section. */
export const RECEIPTS: Fields = {
  receipt_paper: {
    kind: 'choice',
    label: 'Receipts are printed on',
    required: true,
    options: ['A4', 'Thermal80'],
    labels: { A4: 'A4', Thermal80: 'Roll of 80 mm' },
  },
}
export const PRIVACY: Fields = {
  queue_shows: {
    kind: 'choice',
    label: 'The queue display shows',
    required: true,
    options: ['Token', 'Initials'],
    labels: { Token: 'Tokens only', Initials: 'Initials of the patient' },
  },
  consent_link_hours: {
    kind: 'int',
    label: 'A consent link is good for',
    min: 1,
    max: 720,
    unit: 'hours',
  },
}
export const SYSTEMS: Fields = {
  mwl_aet: {
    kind: 'code',
    label: 'Worklist AE title',
    max: 16,
    hint: 'Machines of this client call it for their worklist. Blank serves none.',
  },
  hl7_facility: {
    kind: 'text',
    label: 'HL7 receiving facility',
    max: 40,
    hint: 'MSH-6 of orders that come in by MLLP. Blank takes none there; by HTTP the client’s user and password count.',
  },
}
/** The format of orders received from hospital systems. */
export const HL7_IN: Fields = {
  hl7_charset_in: {
    kind: 'choice',
    label: 'Character set of HL7 orders',
    options: HL7_CHARSETS,
    labels: HL7_CHARSET_LABELS,
    hint: 'For orders that name none (MSH-18) and are no valid UTF-8. With none chosen such an order is refused with its reason.',
  },
  hl7_id_types: {
    kind: 'text',
    label: 'Patient number types',
    max: 100,
    hint: 'PID-3.5, the most wanted first, as in MR, PI. Blank takes MR, PI, PT.',
  },
}
/** The format of reports sent to hospital systems. */
export const HL7_OUT: Fields = {
  hl7_charset_out: {
    kind: 'choice',
    label: 'Character set of HL7 reports',
    required: true,
    options: HL7_CHARSETS,
    labels: HL7_CHARSET_LABELS,
    hint: 'A report with letters that it lacks is not sent, and says so.',
  },
  hl7_report_text: {
    kind: 'choice',
    label: 'Text of HL7 reports',
    required: true,
    options: ['Sections', 'Lines'],
    labels: { Sections: 'One observation a section', Lines: 'One observation a line' },
  },
  hl7_authority: {
    kind: 'text',
    label: 'Authority of our numbers',
    max: 60,
    hint: 'PID-3.4 and OBR-3.2 of reports. A patient number that a hospital gave keeps the hospital’s.',
  },
}
export const DESK_LABELS = {
  ...RECEIPTS,
  ...PRIVACY,
  ...SYSTEMS,
  ...HL7_IN,
  ...HL7_OUT,
  hidden_payment_modes: { kind: 'text', label: 'Payment modes that are not offered' },
} satisfies Fields
