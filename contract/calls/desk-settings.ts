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

/** Fields of the tab Front Desk. */
export const deskSettings = {
  receipt_paper: z.enum(['A4', 'Thermal80']),
  /** Modes that Record Payment does not offer. */
  hidden_payment_modes: z.array(z.enum(PAYMENT_MODES)),
  /** What the public queue display shows of a patient. */
  queue_shows: z.enum(['Token', 'Initials']),
  consent_link_hours: z
    .int('must be a whole number')
    .check(z.gte(1, 'is at least 1'), z.lte(720, 'is at most 720')),
  /** The AE title by which machines query this client's worklist. */
  mwl_aet: AeTitle,
  /** The receiving facility with which hospital systems send orders without a password (MLLP). */
  hl7_facility: text(40),
} as const

/** How HL7 is read and written; fields omitted from a save stay unchanged. */
export const hl7Settings = {
  /** The character set of incoming messages that name none (MSH-18); blank reads UTF-8 only. */
  hl7_charset_in: z.enum(['', ...HL7_CHARSETS]),
  /** Types of patient numbers (PID-3.5), the preferred first. */
  hl7_id_types: text(100),
  /** The character set of outgoing reports. */
  hl7_charset_out: z.enum(HL7_CHARSETS),
  /** The assigning authority of this client's patient and accession numbers (PID-3.4, OBR-3.2). */
  hl7_authority: text(60),
  /** One observation per section of a report, or one per line. */
  hl7_report_text: z.enum(['Sections', 'Lines']),
} as const
