import type { countryCalls } from '#contract/calls/platform.ts'
import { COUNTRIES, type Country } from '#domain/masters/countries.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import type { HandlersFor } from '#server/kernel/context.ts'

const matching = (k?: string): Country[] => COUNTRIES.filter(({ name }) => holdsWords([name], k))

/** Handlers of countries, by name; the list is built into the program. */
export const countryHandlers: HandlersFor<typeof countryCalls> = {
  list: async ({ p, ps, k }) => {
    const found = matching(k)
    const start = (p - 1) * ps
    const data = found.slice(start, start + ps)
    return { result: { data, page: { start, total: data.length, total_records: found.length, cur_page: p } } }
  },
  all: async ({ k }) => ({ result: matching(k) }),
}
