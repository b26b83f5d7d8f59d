import * as z from 'zod/mini'
import { EntityId, text } from '../kernel/fields.ts'
import { Month } from './month-lock.ts'

/** Path and input of the monthly quality pack; the call returns a PDF. */
export const QUALITY_PACK_PATH = 'flow/qualityPack'
export const QualityPackInput = z.strictObject({
  branch_id: z.optional(EntityId),
  month: Month,
  /** As in the study lists: a study of CT and MR is found under both. */
  modality: z.optional(text(16)),
  /** Studies of services of this department. */
  department_id: z.optional(EntityId),
})
export type QualityPackInput = z.output<typeof QualityPackInput>
