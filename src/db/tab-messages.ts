/** What the pages and workers of one user on one device tell each other. */
export type TabMessage =
  /** The sender is alive. */
  | { kind: 'beat' }
  /** Is there a sender that is alive? */
  | { kind: 'ask' }
  /** The sender answers that it is. */
  | { kind: 'here' }
  /** Something new stands in the outbox. */
  | { kind: 'wake' }
  /** A person wants to see the newest now. */
  | { kind: 'pull' }
  /** The person's rights changed: the session is asked for anew. */
  | { kind: 'rights' }
  /** The server answers again. */
  | { kind: 'online' }
  /** Copies of studies changed: these, or more than can be named. */
  | { kind: 'studies'; ids: string[] | 'all' }

/** The name of the line between the pages and workers of `userId`. */
export const channelName = (userId: string) => `readroom-${userId}`
