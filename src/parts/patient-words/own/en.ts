import { ERROR_CODES } from '#contract/kernel/error-codes.ts'

import { HELD_BACK_TABLE, type HeldBack } from '#domain/sharing/results.ts'
import { BOOKING_STATUS_TABLE, type BookingStatus } from '#domain/status/booking-status.ts'
import { type UpcomingStatus, VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'

/** Refusal codes of a patient's own calls; `not_found` here concerns no link. */
export type OwnRefusal =
  | 'not_found'
  | 'invalid'
  | 'past_booking'
  | 'out_of_hours'
  | 'requests_waiting'
  | 'id_reused'
  | 'signed_out'
  | 'not_permitted'
  | 'module_off'
  | 'too_large'

type RequestField =
  | 'branch_id'
  | 'department_id'
  | 'dob'
  | 'gender'
  | 'booking_date'
  | 'booking_time'
  | 'exam_reason'
  | 'document'

/** The words of a signed-in patient's own pages and of the frame around them (docs/languages.md). */
export interface OwnWords {
  refusals: Record<OwnRefusal, string>
  frame: {
    skip: string
    account: (name: string) => string
    signOut: string
    online: string
    offlineSince: (time: string) => string
    loading: string
    /** In place of a page that does not exist, or that is not the patient's, and the way back. */
    noScreen: Record<'notFound' | 'notAuthorized' | 'home', string>
    update: Record<'ready' | 'now' | 'later', string>
  }
  home: { title: string; welcome: (name: string) => string; subtitle: string }
  /** What a patient can do; `notYet` is the hint of what the centre does itself. */
  options: Record<'choose' | 'request' | 'bookings' | 'order' | 'checkIn' | 'service' | 'notYet', string>
  request: {
    title: string
    subtitle: string
    fields: Record<RequestField, string>
    genders: Record<'M' | 'F', string>
    choose: string
    nothingFound: string
    openHours: (from: string, to: string) => string
    closed: (from: string, to: string) => string
    required: (label: string) => string
    /** A field that the server refused. */
    checkField: string
    chooseAgain: string
    document: Record<'hint' | 'choose' | 'remove' | 'notTaken' | 'wrongType' | 'tooLarge', string> & {
      uploading: (percent: number) => string
    }
    submit: string
    offline: string
    failed: string
    kept: string
    sent: string
    own: string
    none: string
    asked: (when: string) => string
    sentOn: (when: string) => string
    status: Record<BookingStatus, string>
  }
  bookings: {
    title: string
    subtitle: string
    upcoming: string
    previous: string
    none: string
    status: Record<UpcomingStatus, string>
  }
  profile: {
    facts: Record<'pat_id' | 'name' | 'dob' | 'age' | 'gender' | 'bloodgroup' | 'weight' | 'height', string>
    notGiven: string
    studies: string
    upcoming: string
    empty: string
    emptyHint: string
    visit: (no: string) => string
    activated: string
    deactivated: string
    viewImage: string
    viewReport: string
    noViewer: string
    offline: string
    heldBack: Record<HeldBack, string>
  }
  notLoaded: string
}

export const ENGLISH_OWN: OwnWords = {
  refusals: {
    not_found: 'The centre has not opened this for you yet. Please ask there.',
    invalid: ERROR_CODES.invalid.message,
    past_booking: ERROR_CODES.past_booking.message,
    out_of_hours: ERROR_CODES.out_of_hours.message,
    requests_waiting: 'Your earlier requests are still with the centre. Please wait for its call.',
    id_reused: 'This request was already sent. Load the page again for another one.',
    signed_out: ERROR_CODES.signed_out.message,
    not_permitted: 'This page is not open to you. Please ask at the centre.',
    module_off: 'The centre does not offer this now.',
    too_large: ERROR_CODES.too_large.message,
  },
  frame: {
    skip: 'Skip to content',
    account: (name) => `Account of ${name}`,
    signOut: 'Logout',
    online: 'Online',
    offlineSince: (time) => `Offline since ${time}`,
    loading: 'Loading',
    noScreen: {
      notFound: 'This page was not found.',
      notAuthorized: 'This page is not open to you.',
      home: 'Go to the dashboard',
    },
    update: {
      ready: 'A new version of this page is ready.',
      now: 'Update now',
      later: 'Later',
    },
  },
  home: {
    title: 'Dashboard',
    welcome: (name) => `Welcome, ${name}`,
    subtitle: 'Your examinations and results.',
  },
  options: {
    choose: 'Choose Option',
    request: 'Book New Appointment',
    bookings: 'View Bookings',
    order: 'Order Additional Reports - CD',
    checkIn: 'Self Check-In',
    service: 'Customer Service',
    notYet: 'Ask at the centre',
  },
  request: {
    title: 'Book New Appointment',
    subtitle: 'The centre looks at your request and confirms the appointment.',
    fields: {
      branch_id: 'Choose Location',
      department_id: 'Appointment For',
      dob: 'DOB',
      gender: 'Gender',
      booking_date: 'Booking Date',
      booking_time: 'Preferred Time',
      exam_reason: 'Exam Reason',
      document: 'Document (optional)',
    },
    genders: { M: 'Male', F: 'Female' },
    choose: 'Choose',
    nothingFound: 'Nothing found',
    openHours: (from, to) => `Open ${from} to ${to}`,
    closed: (from, to) => `This location is open from ${from} to ${to}. Choose a time in these hours.`,
    required: (label) => `${label} is required.`,
    checkField: 'Please check this.',
    chooseAgain: 'Choose the document again.',
    document: {
      hint: 'An image or PDF of up to 5 MB, such as the request of your doctor',
      choose: 'Choose a file',
      remove: 'Remove the file',
      notTaken: 'The document was not taken.',
      wrongType: 'Invalid file! Only .jpg, .png and .pdf are allowed.',
      tooLarge: "Can't upload! This file is larger than 5 MB.",
      uploading: (percent) => `Uploading ${percent} %`,
    },
    submit: 'Request Appointment',
    offline: 'This needs the network. You are offline now.',
    failed: 'The request was not sent.',
    kept: 'What you typed is still here.',
    sent: 'Your request was sent. The centre will confirm the appointment.',
    own: 'Your requests',
    none: 'No records found',
    asked: (when) => `Asked for ${when}`,
    sentOn: (when) => `Sent ${when}`,
    status: {
      Requested: BOOKING_STATUS_TABLE.Requested.label,
      Converted: BOOKING_STATUS_TABLE.Converted.label,
      Completed: BOOKING_STATUS_TABLE.Completed.label,
      Cancelled: BOOKING_STATUS_TABLE.Cancelled.label,
    },
  },
  bookings: {
    title: 'View Bookings',
    subtitle: 'Your appointments and examinations.',
    upcoming: 'Upcoming Appointments',
    previous: 'Previous Appointments',
    none: 'No records found',
    status: {
      1: VISIT_STATUS_TABLE[1].label,
      2: VISIT_STATUS_TABLE[2].label,
      3: VISIT_STATUS_TABLE[3].label,
    },
  },
  profile: {
    facts: {
      pat_id: 'Patient ID',
      name: 'Name',
      dob: 'DOB',
      age: 'Age',
      gender: 'Gender',
      bloodgroup: 'Blood group',
      weight: 'Weight',
      height: 'Height',
    },
    notGiven: 'N/A',
    studies: 'Examinations',
    upcoming: 'Appointments to come',
    empty: 'No examination is on record yet.',
    emptyHint: 'It appears here when its images have arrived and were linked.',
    visit: (no) => `Visit ${no}`,
    activated: 'Activated',
    deactivated: 'Deactivated',
    viewImage: 'View Image',
    viewReport: 'View Report',
    noViewer: 'Images of this examination are not shown outside the centre',
    offline: 'Results need the network',
    heldBack: HELD_BACK_TABLE,
  },
  notLoaded: 'The page could not be loaded',
}
