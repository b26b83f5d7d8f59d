import type { ArrivalPlace } from './arrive.ts'
import type { PacsRow } from './store.ts'

/** What arrival must know of an image server. */
export function placeOf(row: PacsRow): ArrivalPlace {
  return {
    clientId: row.client_id,
    pacsId: row.id,
    isBacklog: row.backlog_done === null,
    // A setting of Basic servers alone, as its name says (docs/decisions/084).
    nameOrder:
      row.type === 'Basic' && row.basic_pacs_show_name_reverse
        ? ('family_first' as const)
        : ('given_first' as const),
  }
}
