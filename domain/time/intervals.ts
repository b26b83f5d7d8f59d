/** Intervals and durations. Names carry the unit; each comment cites its source. */

/** Study lists refresh this often besides the server's pokes (docs/studies.md#study-lists). */
export const STUDY_LIST_REFRESH_MS = 120_000
/** The health of the image servers is checked this often while a list is in view. */
export const IMAGE_SERVER_CHECK_MS = 30_000
/** An open editor reports itself this often, and counts as open for this long; lists refresh their writers as often. */
export const WRITING_BEAT_MS = 20_000
export const WRITING_SEEN_MS = 60_000
/** A study stays reserved this long after the last report of its open editor, unless the editor was left. */
export const RESERVED_MS = 900_000
/** An editor counts as opened at most this long ago, whatever its device says. */
export const RESERVED_LONGEST_MS = 86_400_000
/** Ticking cells (TAT) update this often (docs/studies.md#study-lists). */
export const TICK_MS = 1_000

/** The editor saves to the server this often while autosave is allowed (docs/reports.md#editor). */
export const AUTOSAVE_MS = 10_000
/** A pause in typing after which the draft is written to the device. */
export const TYPING_PAUSE_MS = 300
/** Delay after a start before looking for texts of dead pages: a page that opens its report takes them over itself. */
export const ORPHANS_FIRST_MS = 1_000
/** And this often after that. */
export const ORPHANS_LOOK_MS = 30_000
/** Continuous typing is saved this often: a killed page loses less than half a second of words. */
export const TYPING_LONGEST_MS = 400

/** A one-time code is valid for this long and this many tries (docs/people.md#tenants). */
export const OTP_MINUTES = 5
export const OTP_TRIES = 5
/** The key of a vault is released only within this long after a sign-in. */
export const ESCROW_RELEASE_MINUTES = 15
/** A captcha picture is valid for this long. */
export const CAPTCHA_MINUTES = 5

/** While the server is unreachable it is probed at least this often: page in view, page hidden. */
export const PROBE_VISIBLE_MS = 2_000
export const PROBE_HIDDEN_MS = 15_000
/** The longest pause after each of the first probes; later ones double up to the two above. Most outages are short. */
export const PROBE_FIRST_MS = 500
/** The number of probes at that pace: a server that starts again takes some seconds. */
export const PROBES_AT_FIRST = 16
/** A probe without a response after this long has failed. */
export const PROBE_TIMEOUT_MS = 5_000
/** Followers take over the sender's role after this long without a heartbeat (docs/sync.md#outbox). */
export const LEADER_HEARTBEAT_MS = 3_000
export const LEADER_SILENCE_MS = 15_000
/** The part of that time reserved for its response when asked whether it is still alive. */
export const LEADER_ANSWER_MS = 3_000
/** The age of the oldest unsent item is shown from this age on (docs/sync.md#what-a-person-sees). */
export const UNSENT_AGE_SHOWN_MS = 120_000
/** An administrator is warned, then alarmed, about a device whose work has not come in for this long (issue B). */
export const UNSENT_WARN_MS = 600_000
export const UNSENT_ALARM_MS = 1_800_000
/** The list of devices is refreshed this often while it is in view. */
export const DEVICE_LIST_REFRESH_MS = 60_000
/** A sender waits this long for another one that holds the same command (docs/sync.md#on-the-server). */
export const COMMAND_LOCK_MS = 3_000

/** A device keeps studies received within this many days, and the texts of their reports for the shorter time. */
export const STUDY_WINDOW_DAYS = 92
export const REPORT_WINDOW_DAYS = 14
/** A desk keeps visits starting, patients used and requests made within this many days. */
export const VISIT_WINDOW_DAYS = 31
export const PATIENT_WINDOW_DAYS = 92
export const BOOKING_WINDOW_DAYS = 31
/** A device keeps a person's notifications this long, the server longer; the count covers the shorter time. */
export const NOTIFICATION_WINDOW_DAYS = 31
export const NOTIFICATION_KEPT_DAYS = 92
/** The server counts the unread notifications this often, in addition to the stream's pokes. */
export const NOTIFICATION_COUNT_MS = 120_000
/** Booking requests, examination queue and doctors' board are refreshed this often (docs/wire.md#lists-and-limits). */
export const DESK_REFRESH_MS = 60_000
/** The public queue display refreshes and turns its cards this often (docs/visits.md#queue-display). */
export const QUEUE_DISPLAY_MS = 5_000
/** The display checks this often whether its banner has changed. */
export const BANNER_CHECK_MS = 120_000
/** A print starts this long after its paper is shown (docs/visits.md#visit-panel). */
export const PRINT_DELAY_MS = 500
/** A pull cursor older than this gets the response `resync` (docs/sync.md#on-the-server). */
export const FEED_HORIZON_DAYS = 90
/** Outcomes of commands are kept this long; those of money, consents and signatures for ever. */
export const COMMAND_LOG_DAYS = 400

/** An open page checks for a newer build this often, and whenever it comes into view. */
export const UPDATE_CHECK_MS = 3_600_000

/**
 * The pause after unanswered probe number `probe` (the first is 1), at most `longestMs`: between half of a time and the
 * whole of it, which is short for the first ones and then doubles. `random` is between 0 and 1, so that devices that lost the server together do not return
 * together.
 */
export function probePauseMs(probe: number, longestMs: number, random: number): number {
  const doublings = Math.min(Math.max(probe - PROBES_AT_FIRST, 0), 30)
  return Math.min(longestMs, PROBE_FIRST_MS * 2 ** doublings) * (0.5 + random / 2)
}

/** How urgently somebody must look after a device. */
export const CONTACT_LEVELS = ['quiet', 'warn', 'alarm'] as const
export type ContactLevel = (typeof CONTACT_LEVELS)[number]

/** The level of work that has waited for `ageMs`; undefined if no work is waiting. */
export function unsentLevel(ageMs: number | undefined): ContactLevel {
  if (ageMs === undefined || ageMs < UNSENT_WARN_MS) return 'quiet'
  return ageMs < UNSENT_ALARM_MS ? 'warn' : 'alarm'
}

/**
 * The level of a device that was last heard of `silentMs` ago. A device without pending work then is only switched off,
 * which is no reason to alert anybody.
 */
export function contactLevel({
  silentMs,
  isWaiting,
}: {
  silentMs: number
  isWaiting: boolean
}): ContactLevel {
  return isWaiting ? unsentLevel(silentMs) : 'quiet'
}

/** A drag or a sent message can be undone for this long (milliseconds). */
export const UNDO_MS = 10_000

/** The same HL7 message within this time is a repeat (docs/decisions/310); the same order later is accepted. */
export const HL7_REPEAT_DAYS = 30
