import type { bookletCalls } from '#contract/calls/booklets.ts'
import type { BookletRow } from '#contract/calls/study-parts.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { BOOKLET_IMAGES_MAX, bookletIdOf, imagesOf, mergeCells, trimCells } from '#domain/study/booklet.ts'
import type { Context } from '#server/kernel/context.ts'
import { lockStudy } from '../studies/public/write-store.ts'
import { partChanged } from '../study-parts/announce-parts.ts'
import { putBooklet, selectBookletImages, selectBooklets } from './store.ts'

type SaveInput = ParsedInputOf<typeof bookletCalls.saveBooklet>

/**
 * studies/saveBooklet (docs/wire.md#paths-and-bases). A study has one booklet. A save on an older revision loses no
 * pictures: those that only the stored booklet has are appended to the saved ones, and the answer is flagged.
 */
export async function saveBooklet(
  input: SaveInput,
  ctx: Context,
): Promise<OutputOf<typeof bookletCalls.saveBooklet>> {
  if (ctx.caller.userType !== 'CLIENT') throw new Refusal('not_permitted')
  const study = await lockStudy(ctx, input.study_id)
  await demandOwnImages(ctx, input)
  const id = bookletIdOf(study.id)
  const [stored] = await selectBooklets(ctx.tx, ctx.caller.clientId, [id])
  const content = { ...input, img_file_ids: cellsOf(ctx, input, stored) }
  if (stored && isSame(stored, content)) return { message: 'Saved', result: { booklet: stored } }
  const key = { clientId: ctx.caller.clientId, id, studyId: study.id }
  const booklet = await putBooklet(ctx.tx, key, content, { userId: ctx.caller.userId, now: ctx.now })
  partChanged(ctx, 'booklet', booklet, study)
  await ctx.audit('save', 'booklet', booklet.id, { rev: booklet.rev })
  return { message: 'Saved', result: { booklet } }
}

async function demandOwnImages(ctx: Context, { study_id, img_file_ids }: SaveInput): Promise<void> {
  const wanted = imagesOf(img_file_ids)
  const found = await selectBookletImages(ctx.tx, ctx.caller.clientId, study_id, wanted)
  if (wanted.every((id) => found.has(id))) return
  const fields = { img_file_ids: 'must be pictures that were uploaded for this booklet' }
  throw new Refusal('invalid', undefined, { fields })
}

function cellsOf(ctx: Context, { img_file_ids }: SaveInput, stored: BookletRow | undefined) {
  const isStale = stored !== undefined && ctx.baseRev !== stored.rev
  if (!isStale) return trimCells(img_file_ids)
  const merged = mergeCells(stored.img_file_ids, img_file_ids)
  if (merged.length > BOOKLET_IMAGES_MAX) throw new Refusal('conflict', undefined, { current: stored })
  if (merged.length > trimCells(img_file_ids).length) ctx.flag('booklet_merged')
  return merged
}

function isSame(stored: BookletRow, content: Omit<SaveInput, 'study_id'>): boolean {
  return (
    stored.layout === content.layout &&
    stored.empty_area_bg === content.empty_area_bg &&
    stored.img_file_ids.join() === content.img_file_ids.join()
  )
}
