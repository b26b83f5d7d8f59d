import type { Fields } from '#contract/masters/engine/field.ts'
import { FINANCIAL_YEAR_STARTS } from '#domain/branch/financial-year.ts'
import { HL7_PDF_MAX_MB } from '#domain/message/hl7-pdf.ts'

/** Fields of a branch's card, by section (docs/masters.md#settings). */
const px = (label: string) => ({ kind: 'int', label, min: 0, max: 600, unit: 'px', default: 0 }) as const

export const WITH_HEADER: Fields = {
  report_header_margin: px('Header margin'),
  report_footer_margin: px('Footer margin'),
}
export const WITHOUT_HEADER: Fields = {
  report_header_margin_without_hf: px('Header margin without header'),
  report_footer_margin_without_hf: px('Footer margin without footer'),
}
export const DISCLAIMER: Fields = {
  disclaimer: {
    kind: 'text',
    label: 'Disclaimer of this branch',
    max: 2000,
    lines: 2,
    hint: 'In the place of the centre’s.',
  },
}
export const INVOICE: Fields = {
  tax_no: { kind: 'text', label: 'Tax number', max: 60, hint: 'On invoices, such as GSTIN 27AAPFU0939F1ZV.' },
  company_no: {
    kind: 'text',
    label: 'Company number',
    max: 60,
    hint: 'Registration of the company, on invoices.',
  },
  financial_year_start: {
    kind: 'choice',
    label: 'Financial year begins',
    required: true,
    options: FINANCIAL_YEAR_STARTS,
    labels: { Country: 'As in the country (India: April, else January)' },
    default: 'Country',
    hint: 'Numbers of invoices begin anew with each.',
  },
  invoice_print_margin_top: px('Invoice margin top'),
  invoice_print_margin_bottom: px('Invoice margin bottom'),
}
export const MACHINES: Fields = {
  machine_communication_url: { kind: 'url', label: 'Machine address' },
  machine_communication_type: {
    kind: 'choice',
    label: 'Machine format',
    required: true,
    options: ['JSON', 'HL7'],
    default: 'JSON',
  },
  machine_communication_usr: { kind: 'text', label: 'Machine user', max: 100 },
  machine_communication_pwd: { kind: 'secret', label: 'Machine password' },
  machine_communication_dateformat: {
    kind: 'choice',
    label: 'Date format',
    required: true,
    options: ['American', 'European'],
    labels: { American: 'American (MM/DD/YYYY)', European: 'European (DD/MM/YYYY)' },
    default: 'American',
  },
}
export const HL7: Fields = {
  report_send_hl7_url: {
    kind: 'url',
    label: 'HL7 address',
    use: 'hl7',
    hint: 'http(s):// or mllp://host:port',
  },
  report_send_hl7_usr: { kind: 'text', label: 'HL7 user', max: 100 },
  report_send_hl7_pwd: { kind: 'secret', label: 'HL7 password' },
  report_send_hl7_pdf: {
    kind: 'flag',
    label: 'Send the PDF with the report',
    hint: `Beside the text, as encapsulated data (ED). A PDF of more than ${HL7_PDF_MAX_MB} MB stays out, and the report says so under Reports sent out.`,
  },
  report_send_hl7_status: {
    kind: 'choice',
    label: 'Order status to the sender of the order',
    required: true,
    options: ['Off', 'ORM', 'OMG'],
    labels: { Off: 'Not sent', ORM: 'As ORM^O01', OMG: 'As OMG^O19' },
    default: 'Off',
    hint: 'Started (the patient is here), completed, report final and cancelled, each once.',
  },
  report_send_hl7_sender: {
    kind: 'text',
    label: 'Sender behind this address',
    max: 401,
    hint: 'Its application and facility in its orders (MSH-3 and MSH-4), such as HIS|CITY. Empty: every sender.',
  },
}
export const LAB: Fields = {
  lab_service_send_api_url: { kind: 'url', label: 'Laboratory address' },
  lab_service_send_api_usr: { kind: 'text', label: 'Laboratory user', max: 100 },
  lab_service_send_api_pwd: { kind: 'secret', label: 'Laboratory password' },
}
export const BRANCH_THIRD_PARTY: Fields = {
  thirdparty_report_url: { kind: 'url', label: 'Third-party report address' },
  thirdparty_report_usr: { kind: 'text', label: 'Third-party user', max: 100 },
  thirdparty_report_pwd: { kind: 'secret', label: 'Third-party password' },
}

/** The pictures of the branch, each up to 1 MB. */
export const IMAGES = {
  report_header_img_id: 'Report header',
  report_footer_img_id: 'Report footer',
  booklet_front_img_id: 'Booklet front',
  booklet_back_img_id: 'Booklet back',
} as const

/** Labels by field name, for the changes of other persons and for broken rules. */
export const BRANCH_LABELS: Fields = {
  report_margins: { kind: 'text', label: 'Report margins' },
  report_margins_without_hf: { kind: 'text', label: 'Report margins without header and footer' },
  ...WITH_HEADER,
  ...WITHOUT_HEADER,
  ...DISCLAIMER,
  ...Object.fromEntries(
    Object.entries(IMAGES).map(([name, label]) => [name, { kind: 'text', label } as const]),
  ),
  ...INVOICE,
  ...MACHINES,
  ...HL7,
  ...LAB,
  ...BRANCH_THIRD_PARTY,
}
