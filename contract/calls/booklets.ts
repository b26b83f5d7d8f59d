import * as z from 'zod/mini'
import { BOOKLET_BACKGROUNDS, BOOKLET_IMAGES_MAX, BOOKLET_LAYOUTS } from '#domain/study/booklet.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { BookletRow } from './study-parts.ts'

/** A booklet for viewing and printing (docs/wire.md#names-and-values); the addresses are short-lived signed links. */
export const BookletDetail = z.object({
  study_id: EntityId,
  /** The revision that a save is based on; 0 if nothing was saved yet. */
  rev: z.int(),
  pagesize: z.literal('A4'),
  layout: z.enum(BOOKLET_LAYOUTS),
  empty_area_bg: z.enum(BOOKLET_BACKGROUNDS),
  img_file_ids: z.array(z.nullable(EntityId)),
  /** In the order of `img_file_ids`; empty for an empty cell. */
  img_urls: z.array(z.string()),
  /** The signed reports that the reader may see, as HTML of the allow-list of domain/report. */
  report_html: z.string(),
  booklet_front_img_url: z.string(),
  booklet_back_img_url: z.string(),
})
export type BookletDetail = z.output<typeof BookletDetail>

export const bookletCalls = {
  saveBooklet: defineCall({
    key: 'studies/saveBooklet',
    module: 'booklet',
    base: 'php',
    method: 'POST',
    path: 'studies/saveBooklet',
    access: 'session',
    offline: {
      kind: 'queue',
      version: 1,
      aggregate: (input: { study_id: string }) => ({ type: 'study', id: input.study_id }),
    },
    /** Needs the main module `booklet`; its base revision is the command's base. */
    input: z.strictObject({
      study_id: EntityId,
      pagesize: z._default(z.literal('A4'), 'A4'),
      layout: z.enum(BOOKLET_LAYOUTS),
      empty_area_bg: z._default(z.enum(BOOKLET_BACKGROUNDS), 'black'),
      /** Pictures uploaded earlier with purpose `booklet_image`; null for an empty cell. */
      img_file_ids: z
        .array(z.nullable(EntityId))
        .check(z.maxLength(BOOKLET_IMAGES_MAX, 'are too many pictures for one booklet')),
    }),
    output: z.object({ message: z.string(), result: z.object({ booklet: BookletRow }) }),
  }),
  bookletDtl: defineCall({
    key: 'studies/bookletDtl',
    module: 'booklet',
    base: 'php',
    method: 'GET',
    path: 'studies/bookletDtl/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'booklets' },
    /** The study's id. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(BookletDetail),
  }),
} as const
