import type { ArrivalContext } from './arrive.ts'
import type { PacsRow } from './store.ts'

/** Returns what arrival needs to know of an image server. */
export function placeOf(row: PacsRow): ArrivalContext {
  return {
    clientId: row.client_id,
    pacsId: row.id,
    isBacklog: row.backlog_done === null,
    // Only Basic servers have this setting, as its name says (docs/decisions/084).
    nameOrder:
      row.type === 'Basic' && row.basic_pacs_show_name_reverse
        ? ('family_first' as const)
        : ('given_first' as const),
  }
}
