import { useAuthor } from '../use-author.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { useUnsavedTexts } from './unsaved-texts.ts'

interface Marked {
  id: string
  user_id: string | null
  status: number | null
}

/** Returns a function that tells what stands beside a row's name: whose it is, and whether it is inactive or unsaved. */
export function useRowMarks() {
  const author = useAuthor()
  const unsaved = useUnsavedTexts()
  return ({ id, user_id, status }: Marked) => ({
    mark: author.isByAdmin(user_id) ? WORDS.byAdmin : undefined,
    badges: [...(status === 0 ? [WORDS.inactive] : []), ...(unsaved.has(id) ? [WORDS.unsaved] : [])],
  })
}
