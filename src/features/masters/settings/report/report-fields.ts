import type { Fields } from '#contract/masters/engine/field.ts'
import { PASSKEY_RULES } from '#domain/access/passkey-rule.ts'
import { PEER_SHARE_MAX, PEER_SHARE_MIN } from '#domain/peer/draw.ts'
import { TOUCH_RULES } from '#domain/report/touch-rule.ts'
import { CRITICAL_TIMES } from '#domain/study/critical-steps.ts'

const limitsOf = (step: keyof typeof CRITICAL_TIMES) => {
  const { min, max } = CRITICAL_TIMES[step]
  return { min, max }
}

/** Fields of the tab Report Settings, by section (docs/masters.md; docs/visits.md). */
export const REPORTS: Fields = {
  report_edit_type: {
    kind: 'choice',
    label: 'Editing a signed report',
    required: true,
    options: ['Addendum', 'UpdateContent'],
    labels: { Addendum: 'By addendum', UpdateContent: 'By a new revision' },
  },
  touch_signing: {
    kind: 'choice',
    label: 'Signing by touch',
    hint: 'A finger, face or PIN answers for each signature and verification. Required: nobody signs without a passkey.',
    required: true,
    options: [...TOUCH_RULES],
    labels: { Off: 'Off', Offered: 'Offered', Required: 'Required' },
  },
  report_dob_age_show: {
    kind: 'choice',
    label: 'On the report',
    required: true,
    options: ['BOTH', 'DOB', 'AGE'],
    labels: { BOTH: 'Date of birth and age', DOB: 'Date of birth', AGE: 'Age' },
  },
  report_disclaimer: { kind: 'text', label: 'Report disclaimer', max: 2000, lines: 3 },
  show_second_dr_sign: { kind: 'flag', label: 'Show the second doctor’s signature' },
  dictation_may_leave_device: {
    kind: 'flag',
    label: 'Dictation may send speech away',
    hint: 'Off: only recognisers on the device itself. On: your centre agrees that speech leaves it, and the screen says so.',
  },
}
export const PATIENTS: Fields = {
  use_ssn_passport_as_pat_id: {
    kind: 'choice',
    label: 'National id or passport as patient id',
    required: true,
    options: ['N', 'Y'],
    labels: { N: 'No', Y: 'Yes' },
  },
  results_wait_for_payment: { kind: 'flag', label: 'Results wait for the payment' },
  auto_open_viewer_newtab: { kind: 'flag', label: 'Open the viewer in a new tab automatically' },
}
export const SIGN_IN: Fields = {
  otp_rule: {
    kind: 'choice',
    label: 'One-time code at sign-in',
    required: true,
    options: ['Off', 'New_Device', 'Always'],
    labels: { Off: 'Off', New_Device: 'On a new device', Always: 'Always' },
  },
  otp_channel: {
    kind: 'choice',
    label: 'One-time code by',
    required: true,
    options: ['E', 'S'],
    labels: { E: 'E-mail', S: 'SMS' },
    hint: 'By SMS through your SMS gateway; who has no mobile number gets an e-mail.',
  },
  passkey_rule: {
    kind: 'choice',
    label: 'Passkeys',
    required: true,
    options: PASSKEY_RULES,
    labels: {
      Off: 'Off',
      Offered: 'Offered',
      Administrators: 'Required of administrators',
      Roles: 'Required of administrators and some roles',
      Everybody: 'Required of everybody',
    },
    hint: 'Whom one is required of registers it at the next sign-in, before anything else.',
  },
  captcha_rule: {
    kind: 'choice',
    label: 'Captcha at sign-in',
    required: true,
    options: ['always', 'after_failure'],
    labels: { always: 'Always', after_failure: 'After the first failure' },
  },
  vault_days: {
    kind: 'int',
    label: 'Opens offline for',
    min: 1,
    max: 14,
    unit: 'days',
    hint: 'Since the last contact with the server.',
  },
  journal_days: {
    kind: 'int',
    label: 'Devices keep what the server took for',
    min: 1,
    max: 90,
    unit: 'days',
    hint: 'A server that is restored from a backup gets back what it lost since. Choose more days than your backups may be old.',
  },
}
export const THIRD_PARTY: Fields = {
  thirdparty_report_url: { kind: 'url', label: 'Third-party report address' },
  thirdparty_report_usr: { kind: 'text', label: 'Third-party user', max: 100 },
  thirdparty_report_pwd: { kind: 'secret', label: 'Third-party password' },
}
export const XML_OUT: Fields = {
  report_xml_send_api_url: { kind: 'url', label: 'XML address' },
  report_xml_send_api_token: { kind: 'secret', label: 'XML token' },
}
export const EXPORTS: Fields = {
  extended_csv: { kind: 'flag', label: 'CSV files with the longer rows' },
  study_download: { kind: 'flag', label: 'Studies may be downloaded' },
}
export const PEER: Fields = {
  peer_learning: {
    kind: 'flag',
    label: 'Draw signed studies for a second reading',
    hint: 'A random share goes to a colleague who does not see whose report it is. No scores, no names.',
  },
  peer_share: {
    kind: 'percent',
    label: 'Share of the signed studies (%)',
    hint: `${PEER_SHARE_MIN} to ${PEER_SHARE_MAX}.`,
  },
}
export const CRITICALS: Fields = {
  critical_auto_link: {
    kind: 'flag',
    label: 'Send the referrer a link when a record is opened',
    hint: 'To the address in the booking, once. It names no patient. Opening the result is the read-back and closes the record.',
  },
  critical_escalation: {
    kind: 'flag',
    label: 'Remind of open critical results and pass them on',
    hint: 'By bell, by pushed message and by e-mail, until somebody records who was told.',
  },
  critical_remind_minutes: {
    kind: 'int',
    label: 'Remind the doctor of the study after',
    ...limitsOf('remind'),
    unit: 'minutes',
  },
  critical_escalate_minutes: {
    kind: 'int',
    label: 'Pass it on after',
    ...limitsOf('escalate'),
    unit: 'minutes',
    hint: 'Both count from when the record was opened, at night and on holidays too.',
  },
}
export const REPORT_LABELS = {
  ...REPORTS,
  ...PEER,
  ...CRITICALS,
  ...PATIENTS,
  ...SIGN_IN,
  ...THIRD_PARTY,
  ...XML_OUT,
  ...EXPORTS,
}
