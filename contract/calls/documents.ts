import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { DocumentRow } from './study-parts.ts'

// Separate aggregate, so a rejected document does not block report commands.
const documentAggregate = ({ id, study_id }: { id?: string | undefined; study_id: string }) => ({
  type: 'document',
  id: id ?? study_id,
})

/** A document as returned to this reader (docs/wire.md#names-and-values). */
export const OwnDocumentRow = z.extend(DocumentRow, {
  file_url: z.string(),
  is_created_by_you: Flag,
})

/** Documents of a study (docs/visits.md#booking, docs/wire.md#paths-and-bases): the file is uploaded first, under the purpose `document`. */
export const documentCalls = {
  studyDocuments: defineCall({
    key: 'studyDocuments',
    module: STUDY_MODULES,
    base: 'php',
    method: 'GET',
    path: 'studyDocuments/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'documents' },
    /** The study's id; oldest first. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(z.array(OwnDocumentRow)),
  }),
  addStudyDocument: defineCall({
    key: 'addStudyDocument',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'addStudyDocument',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: documentAggregate },
    input: z.strictObject({
      id: z.optional(EntityId),
      study_id: EntityId,
      tag_id: EntityId,
      file_id: EntityId,
      /** The file name on the person's disk; empty if unknown. */
      name: z._default(text(200), ''),
    }),
    output: z.object({ message: z.string(), result: z.object({ document: DocumentRow }) }),
  }),
  deleteStudyDocument: defineCall({
    key: 'deleteStudyDocument',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'deleteStudyDocument',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: documentAggregate },
    input: z.strictObject({ id: EntityId, study_id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ id: EntityId }) }),
  }),
} as const
