import type { Fields } from '#contract/masters/field.ts'

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
export const DESK_LABELS = {
  ...RECEIPTS,
  ...PRIVACY,
  ...SYSTEMS,
  hidden_payment_modes: { kind: 'text', label: 'Payment modes that are not offered' },
} satisfies Fields
