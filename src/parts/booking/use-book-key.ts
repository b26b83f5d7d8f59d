import type { KeyboardEvent } from 'react'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'

/**
 * Returns a key handler: Ctrl+Enter books from any field of the form; Enter alone chooses in lists. A dialog
 * over the booking handles its own keys, although React bubbles them to the booking too.
 */
export function useBookKey(book: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  useHeardKeys(['send'])
  return (event) => {
    const isOwn = dialogOf(event.target) === dialogOf(event.currentTarget)
    if (isOwn && !event.repeat && isAppKey('send', event)) book()
  }
}

const dialogOf = (target: EventTarget) => target instanceof Element && target.closest('[role="dialog"]')
