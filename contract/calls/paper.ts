import * as z from 'zod/mini'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'

const Margins = z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() })

/** A signer, with a short-lived signed link to the signature image: these are never listed for other users. */
const Signer = {
  name: z.string(),
  title: z.string(),
  licence_no: z.string(),
  image_url: z.string(),
  at: Instant,
}

/** The data of a report's PDF besides the text (docs/reports.md#preview-and-paper). */
export const Paper = z.object({
  study_id: EntityId,
  branch_name: z.string(),
  /** Company, branch, address and contacts in words, for a missing header picture; absent in older copies. */
  issuer: z.optional(z.array(z.string())),
  /** Millimetres, with and without header and footer (docs/masters.md#settings). */
  margins: Margins,
  margins_plain: Margins,
  header_file_id: z.nullable(EntityId),
  footer_file_id: z.nullable(EntityId),
  header_height_mm: z.number(),
  footer_height_mm: z.number(),
  /** Front and back of a booklet. */
  booklet_front_file_id: z.nullable(EntityId),
  booklet_back_file_id: z.nullable(EntityId),
  /** Whether birth date, age or both are on the paper (setting report_dob_age_show). */
  dob_age: z.enum(['BOTH', 'DOB', 'AGE']),
  /** The branch's, else the client's. */
  disclaimer: z.string(),
  /** 1 if the second doctor's signature is shown beside the first (setting show_second_dr_sign). */
  show_second_dr_sign: Flag,
  /** 1 if the client releases results only when they are paid (docs/studies.md). */
  results_wait_for_payment: Flag,
  signatures: z.array(
    z.object({
      ...Signer,
      report_id: EntityId,
      role: z.enum(['Signed', 'Verified']),
      /** Short fingerprint of the passkey, if it was made by touch. */
      touch: z.optional(z.string()),
    }),
  ),
  /** In the order of signing. */
  addenda: z.array(z.object({ ...Signer, id: EntityId, report_id: EntityId, content: z.string() })),
})
export type Paper = z.output<typeof Paper>
