import { bookletIdOf, trimCells } from '#domain/study/booklet.ts'
import { byPerson, type EffectsOf } from './effect.ts'

/** The optimistic effect of saving a booklet layout: the whole record, because the first save creates it. */
export const bookletEffects: EffectsOf<'studies/saveBooklet'> = {
  'studies/saveBooklet': {
    record: (input) => ({ type: 'booklet', id: bookletIdOf(input.study_id) }),
    isAuto: byPerson,
    patches: async (input, _, author) => {
      const id = bookletIdOf(input.study_id)
      const change = {
        id,
        study_id: input.study_id,
        pagesize: 'A4',
        layout: input.layout,
        empty_area_bg: input.empty_area_bg ?? 'black',
        img_file_ids: trimCells(input.img_file_ids),
        updated: author.at,
      } as const
      return [{ type: 'booklet', id, change }]
    },
  },
}
