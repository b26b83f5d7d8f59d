import * as z from 'zod/mini'
import { HL7_CHARSETS } from '#domain/message/hl7-charsets.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { text } from '../kernel/fields.ts'

const AeTitle = z
  .string()
  .check(
    z.maxLength(16, 'is at most 16 characters'),
    z.regex(/^[\w .-]*$/, 'holds letters, digits, spaces, dots, dashes and underscores'),
  )

/** What stands in the tab Front Desk. */
export const deskSettings = {
  receipt_paper: z.enum(['A4', 'Thermal80']),
  /** Modes that Record Payment does not offer. */
  hidden_payment_modes: z.array(z.enum(PAYMENT_MODES)),
  /** What the public queue display shows of a patient. */
  queue_shows: z.enum(['Token', 'Initials']),
  consent_link_hours: z
    .int('must be a whole number')
    .check(z.gte(1, 'is at least 1'), z.lte(720, 'is at most 720')),
  /** The title by which machines ask for this client's worklist. */
  mwl_aet: AeTitle,
  /** The receiving facility by which hospital systems send orders without a password (MLLP). */
  hl7_facility: text(40),
} as const

/** How HL7 is read and written; what is left out of a save stays as it is. */
export const hl7Settings = {
  /** The character set of messages that come in and name none (MSH-18); blank reads UTF-8 alone. */
  hl7_charset_in: z.enum(['', ...HL7_CHARSETS]),
  /** Types of patient numbers (PID-3.5), the most wanted first. */
  hl7_id_types: text(100),
  /** The character set of reports that go out. */
  hl7_charset_out: z.enum(HL7_CHARSETS),
  /** Who gives this client's patient and accession numbers (PID-3.4, OBR-3.2). */
  hl7_authority: text(60),
  /** One observation a section of a report, or one a line. */
  hl7_report_text: z.enum(['Sections', 'Lines']),
} as const
