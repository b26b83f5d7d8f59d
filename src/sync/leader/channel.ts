import { fromEvent, map, type Observable } from 'rxjs'
import { openTabLine } from '#src/db/tab-line.ts'
import { channelName, type TabMessage } from '#src/db/tab-messages.ts'

export type { TabMessage }

/** A line to the other pages; what a page posts comes back to all but itself. */
export interface TabChannel {
  messages$: Observable<TabMessage>
  post: (message: TabMessage) => void
  close: () => void
}

/** The browser's own line between the pages of `userId`. */
export function openTabChannel(userId: string): TabChannel {
  const channel = openTabLine(channelName(userId))
  return {
    messages$: fromEvent<MessageEvent<TabMessage>>(channel, 'message').pipe(map(({ data }) => data)),
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
