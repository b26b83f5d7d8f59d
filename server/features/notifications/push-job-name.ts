/** The queue of push messages; the name must not change, because jobs with it are stored. */
export const PUSH_JOB = { name: 'notifications/push' } as const
