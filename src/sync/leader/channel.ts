import { fromEvent, map, type Observable } from 'rxjs'

/** What the pages of one user on one device tell each other. */
export type TabMessage =
  /** The sender is alive. */
  | { kind: 'beat' }
  /** Something new stands in the outbox. */
  | { kind: 'wake' }
  /** The server answers again. */
  | { kind: 'online' }
  /** Studies of this device changed: these, or more than can be named. */
  | { kind: 'studies'; ids: string[] | 'all' }

/** A line to the other pages; what a page posts comes back to all but itself. */
export interface TabChannel {
  messages$: Observable<TabMessage>
  post: (message: TabMessage) => void
  close: () => void
}

export const channelName = (userId: string) => `readroom-${userId}`

/** The browser's own line between the pages of `userId`. */
export function openTabChannel(userId: string): TabChannel {
  const channel = new BroadcastChannel(channelName(userId))
  return {
    messages$: fromEvent<MessageEvent<TabMessage>>(channel, 'message').pipe(map(({ data }) => data)),
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
