/**
 * Every code a refusal can carry, with its HTTP status and the words shown when the handler gives none
 * (docs/wire.md). Decisions on the device are made by status and code, never by the words.
 */
export const ERROR_CODES = {
  invalid: { status: 400, message: 'Please correct the highlighted fields.' },
  malformed: { status: 400, message: 'The request could not be read.' },
  markup_refused: { status: 400, message: 'The report text contains markup that is not allowed.' },
  file_refused: { status: 400, message: 'This file cannot be accepted.' },
  sign_in_failed: { status: 401, message: 'User name or password is wrong.' },
  captcha_wrong: { status: 401, message: 'The characters do not match the picture.' },
  otp_wrong: { status: 401, message: 'The code is wrong or no longer valid.' },
  signed_out: { status: 403, message: 'Your session has ended. Sign in again.' },
  not_found: { status: 404, message: 'This record does not exist.' },
  conflict: { status: 409, message: 'Someone else changed this in the meantime.' },
  resync: {
    status: 410,
    message: 'This device was offline for too long. Its data is being downloaded again.',
  },
  too_old: { status: 410, message: 'Already processed.' },
  voided: { status: 410, message: 'This change was withdrawn.' },
  too_large: { status: 413, message: 'This request is too large.' },
  not_permitted: { status: 422, message: 'You are not authorized to access this module.' },
  in_use: { status: 422, message: 'This is in use.' },
  licence: { status: 422, message: 'Your licence does not cover this.' },
  module_off: { status: 422, message: 'This module is switched off for your client.' },
  refused: { status: 422, message: 'This action is not available now.' },
  duplicate_ssn: { status: 422, message: 'Duplicate National ID!' },
  duplicate_passport: { status: 422, message: 'Duplicate Passport No.!' },
  // Sent again with is_confirmed once the likely ones (`current`) were seen and it is another person.
  likely_duplicate: { status: 422, message: 'This patient may already be registered.' },
  // Sent again with is_confirmed once the person was asked with the message's words.
  confirm: { status: 422, message: 'Are you sure?' },
  address_refused: { status: 422, message: 'You may not sign in from this network.' },
  device_revoked: {
    status: 422,
    message: 'This device was taken out of use by your administrator. What it has not sent is kept for them.',
  },
  bad_signature: {
    status: 422,
    message: 'This was altered, or does not come from the named device.',
  },
  // The key that signed it was retired, or it was made longer ago than a vault opens offline.
  held: {
    status: 423,
    message: 'This change is held until you confirm that you made it.',
  },
  unknown_key: { status: 422, message: 'This was sealed for another server.' },
  id_reused: { status: 422, message: 'This command id was already used with different content.' },
  signature_required: { status: 422, message: 'Signature required!' },
  // The client signs by touch, and this came without one.
  touch_needed: { status: 422, message: 'Signatures need the touch of a passkey. Sign again with one.' },
  touch_refused: { status: 422, message: 'The touch belongs to a different text. Sign again.' },
  already_signed: { status: 422, message: 'The report is already signed.' },
  not_signed: { status: 422, message: 'Only a signed report can be verified.' },
  link_over: { status: 422, message: 'This link has expired. Ask the centre for a new one.' },
  link_revoked: { status: 422, message: 'The centre has withdrawn this link. Ask for a new one.' },
  link_again: { status: 422, message: 'Open the link from your message again.' },
  no_report: { status: 404, message: 'There is no report behind this link.' },
  record_incomplete: { status: 422, message: 'The centre must complete this record first.' },
  unpaid: { status: 422, message: 'The centre releases these results once the bill is paid.' },
  proof_needed: { status: 422, message: 'Please verify your identity first.' },
  proof_wrong: { status: 422, message: 'This does not match. Look at it again.' },
  not_linked: { status: 422, message: 'This study must be linked to a patient first.' },
  over_balance: { status: 422, message: 'You can not receive more than balance!' },
  over_received: { status: 422, message: 'You can not refund more than received!' },
  month_locked: { status: 422, message: 'This month is locked at this branch.' },
  reason_needed: { status: 422, message: 'A reason is required.' },
  // A patient has asked for so many appointments already that the centre has to look at those first.
  requests_waiting: { status: 422, message: 'Your earlier requests are still waiting.' },
  request_over: { status: 422, message: 'This request is no longer waiting.' },
  // With free slots in `current`.
  slot_taken: { status: 422, message: 'This slot is already booked.' },
  // With free slots in `current`, as slot_taken; a reason is taken with the next try.
  out_of_hours: { status: 422, message: 'The branch is closed at that time.' },
  past_booking: { status: 422, message: 'Past date booking not allowed.' },
  text_changed: { status: 409, message: 'The text has changed since you saw it. Check it again.' },
  dependency: { status: 424, message: 'Waits for an earlier change of the same record.' },
  throttled: { status: 429, message: 'Too many attempts. Wait a moment.' },
  internal: { status: 500, message: 'Something went wrong here. Nothing was lost.' },
  unavailable: { status: 503, message: 'The server is not ready. Try again in a moment.' },
  in_progress: { status: 503, message: 'This change is already being processed.' },
  server_older: { status: 503, message: 'The server must be updated first.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERROR_CODES

/** The body of every refusal; `fields` names each bad field and the rule it broke. */
export interface ErrorBody {
  message: string
  code: ErrorCode
  fields?: Record<string, string>
  /** Sign-in asks the page to load a new captcha with this (docs/wire.md#refusals; the wire's spelling). */
  reloadCaptha?: 'YES'
  loggedOut?: 1
  /** With `signed_out`: the device was taken out of use, its copies are to be wiped. */
  device_revoked?: 1
  /** Seconds until another try makes sense; sent as the Retry-After header too. */
  retry_after?: number
  /** What the server holds now, on a conflict of revisions. */
  current?: unknown
}

/** Thrown by handlers and rules; the kernel turns it into status and body. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly extra: Omit<ErrorBody, 'message' | 'code'>
  constructor(code: ErrorCode, message?: string, extra: Omit<ErrorBody, 'message' | 'code'> = {}) {
    super(message ?? ERROR_CODES[code].message)
    this.name = 'Refusal'
    this.code = code
    this.extra = extra
  }
}
