/** Messages between the pages and workers of one user on one device. */
export type TabMessage =
  /** The sender is alive. */
  | { kind: 'beat' }
  /** Is there a live sender? */
  | { kind: 'ask' }
  /** The live sender's answer. */
  | { kind: 'here' }
  /** There is something new in the outbox. */
  | { kind: 'wake' }
  /** The user wants the newest data now. */
  | { kind: 'pull' }
  /** The user's rights changed: refresh the session. */
  | { kind: 'rights' }
  /** The server can be reached again. */
  | { kind: 'online' }
  /** Copies of studies changed: their ids, or `all` if there are too many to list. */
  | { kind: 'studies'; ids: string[] | 'all' }

/** The name of the channel between the pages and workers of `userId`. */
export const channelName = (userId: string) => `readroom-${userId}`
