import { fromEvent, map, type Observable } from 'rxjs'
import { openTabLine } from '#src/db/tab-line.ts'
import { channelName, type TabMessage } from '#src/db/tab-messages.ts'

export type { TabMessage }

/** A channel to the other pages; a message reaches all pages but the sender. */
export interface TabChannel {
  messages$: Observable<TabMessage>
  post: (message: TabMessage) => void
  close: () => void
}

/** The browser channel between the pages of `userId`. */
export function openTabChannel(userId: string): TabChannel {
  const channel = openTabLine(channelName(userId))
  return {
    messages$: fromEvent<MessageEvent<TabMessage>>(channel, 'message').pipe(map(({ data }) => data)),
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
