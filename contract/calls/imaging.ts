import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/** A DICOM UID. */
export const Uid = z.string().check(z.regex(/^[0-9.]{1,64}$/, 'must be a UID'))

/** One series of a study as its image server currently has it (docs/studies.md#ai-results). */
export const SeriesRow = z.object({
  /** The series UID. */
  id: z.string(),
  series_no: z.string(),
  modality: z.string(),
  body_part: z.string(),
  series_desc: z.string(),
  created_time: z.nullable(Instant),
  no_of_img: z.int(),
})
export type SeriesRow = z.output<typeof SeriesRow>

/** A body part that an AI company reads for this client (docs/wire.md#names-and-values). */
export const AiBodyPart = z.object({
  id: EntityId,
  modality: z.string(),
  bodypart: z.string(),
  ae_title: z.string(),
  ai_company_id: EntityId,
  company: z.string(),
})
export type AiBodyPart = z.output<typeof AiBodyPart>

/** Calls to an image server or its viewer while the person waits; they hold no transaction meanwhile. */
export const imagingCalls = {
  openImagesUrl: defineCall({
    key: 'study/openImagesUrl',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/openImagesUrl',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      study_id: EntityId,
      /** A request by the page itself: gets an address only if the client wants that (auto_open_viewer_newtab). */
      auto: z._default(Flag, 0),
    }),
    output: resultOf(z.object({ url: z.string() })),
  }),
  gernerateMeddreamViewerToken: defineCall({
    key: 'studies/gernerateMeddreamViewerToken',
    module: STUDY_MODULES,
    base: 'php',
    method: 'POST',
    path: 'studies/gernerateMeddreamViewerToken',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ pacs_id: EntityId, study_iuid: Uid }),
    output: resultOf(z.object({ token: z.string() })),
  }),
  getSeries: defineCall({
    key: 'study/getSeries',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/getSeries/{study_id}',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ study_id: EntityId }),
    /** `aiBodyParts` is beside `result`, as in the spec (docs/wire.md#paths-and-bases). */
    output: z.object({ result: z.array(SeriesRow), aiBodyParts: z.array(AiBodyPart) }),
  }),
} as const

/** The download returns bytes, so like files it is not a declared call: a zip of the study, streamed. */
export const DOWNLOAD_PATH = 'study/download'
export const DownloadInput = z.strictObject({ study_id: EntityId })
/** Header with the estimated size, if the image server knows it; a zip's length is known only at its end. */
export const ESTIMATE_HEADER = 'x-estimated-bytes'
