import * as z from 'zod/mini'
import { EntityId, requiredText, text } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** An item of a body part: one heading with its text and a photo. */
export const AiBodyPartItem = z.strictObject({
  heading: requiredText(200),
  description: z._default(text(5000), ''),
  specifications: z._default(text(5000), ''),
  photo_id: z._default(z.nullable(EntityId), null),
  /** The address of the photo; set by the server and ignored in a save. */
  photo_url: z.optional(text(500)),
})
export type AiBodyPartItem = z.output<typeof AiBodyPartItem>

/** Body parts that AI companies read, owned by the platform (docs/masters.md#ai). */
export const aiBodyPart = defineMaster({
  key: 'aiBodyPart',
  title: 'AI Body Parts',
  noun: 'body part',
  base: 'api',
  paths: { list: 'ai/bodyParts', save: 'ai/saveBodyPart', remove: 'ai/deleteBodyPart' },
  table: 'ai_body_part',
  owner: 'platform',
  scope: 'client',
  tiles: ['aiBodyParts'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    disp_odr: { kind: 'int', label: 'Display order', min: 0, max: 9999, default: 0 },
    status: { kind: 'active', label: 'Status' },
  },
  extra: { items: z.array(AiBodyPartItem).check(z.maxLength(100, 'are at most 100')) },
  filters: STATUS_FILTER,
  columns: ['name', 'disp_odr', 'items', 'status'],
  search: ['name'],
  unique: 'name',
})
export type AiBodyPartRecord = z.output<typeof aiBodyPart.record>
