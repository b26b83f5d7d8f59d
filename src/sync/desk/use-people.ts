import type { UserItem } from '#contract/calls/directory.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openShown, type StoredRecords } from './merged-record.ts'

/** People to choose from in a booking: referrers, clinic doctors, writing and signing doctors; sorted by name. */
export function usePeople(): { people: readonly UserItem[]; isLoading: boolean } {
  const { answer, isLoading } = useLive(PEOPLE, 'people')
  return { people: answer ?? [], isLoading }
}

const PEOPLE: LiveQuestion<StoredRecords, UserItem[]> = {
  read: async ({ databases: { cache } }) => ({ copies: await cache.people.toArray(), waiting: [] }),
  open: async (stored, { databases }) => {
    const people = await openShown(databases, 'person', stored)
    return people.sort((a, b) => a.name.localeCompare(b.name))
  },
}
