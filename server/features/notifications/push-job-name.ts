/** Names the queue of pushed messages; never changed, because jobs of it are stored. */
export const PUSH_JOB = { name: 'notifications/push' } as const
