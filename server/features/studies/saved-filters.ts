import { SAVED_FILTERS_MAX, type SavedFilter, type savedFilterCalls } from '#contract/calls/saved-filters.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { fieldsOnDay } from '#domain/study/lists/saved-filter.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { countStudies } from './public/list-store.ts'
import { listableStudies } from './public/rights.ts'
import { type KeptFilter, putFilter, removeFilter, selectOwnFilters } from './saved-filter-store.ts'

/** Handlers for the filters that people keep for their lists (issue C, lists); everybody sees only their own. */
export const savedFilterHandlers: HandlersFor<typeof savedFilterCalls> = {
  savedFilters: async ({ flag }, ctx) => {
    demandList(ctx, flag)
    const kept = await selectOwnFilters(ctx.tx, ctx.caller, flag)
    const counted: SavedFilter[] = []
    // Counts one after the other, because they share the transaction's only connection.
    for (const filter of kept) counted.push(await withCount(ctx, filter))
    return { result: counted }
  },
  saveFilter: async ({ id, flag, name, filter, place }, ctx) => {
    demandList(ctx, flag)
    const own = await selectOwnFilters(ctx.tx, ctx.caller, flag)
    const before = own.find((one) => one.id === id)
    if (!before && own.length >= SAVED_FILTERS_MAX)
      throw new Refusal('refused', `At most ${SAVED_FILTERS_MAX} filters can be kept for a list.`)
    const last = own.at(-1)?.place ?? -1
    const at = place ?? before?.place ?? last + 1
    const kept = await putFilter(ctx.tx, ctx.caller, { id, flag, name: name.trim(), filter, place: at })
    if (!kept) throw new Refusal('not_found')
    return { message: 'Saved successfully', result: await withCount(ctx, kept) }
  },
  deleteFilter: async ({ id }, ctx) => {
    if (!(await removeFilter(ctx.tx, ctx.caller, id))) throw new Refusal('not_found')
    return { message: 'Deleted' }
  },
}

/** Throws if the list itself is closed to the caller. */
function demandList({ caller }: Context, flag: KeptFilter['flag']): void {
  listableStudies(caller, flag)
}

async function withCount({ tx, caller, now }: Context, kept: KeptFilter): Promise<SavedFilter> {
  const fields = fieldsOnDay(kept.filter, dayAt(now, caller.timeZone))
  return { ...kept, count: await countStudies(tx, caller, { ...fields, flag: kept.flag }, now) }
}
