import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { holdsWords } from '#domain/match/search-words.ts'

/** Options that contain each word of a search, in any order; a group keeps only its matching options. */
export const wordsFilter: OptionsFilter = ({ options, search, limit }) => {
  const found: ComboboxParsedItem[] = []
  let left = limit
  for (const one of options) {
    if (left <= 0) break
    if (!('group' in one)) {
      if (!isFound(one, search)) continue
      found.push(one)
      left -= 1
      continue
    }
    const items = one.items.filter((item) => isFound(item, search)).slice(0, left)
    if (items.length > 0) found.push({ group: one.group, items })
    left -= items.length
  }
  return found
}

const isFound = ({ label }: ComboboxItem, search: string) => holdsWords([label], search)
