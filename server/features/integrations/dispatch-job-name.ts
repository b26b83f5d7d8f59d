/** Names the queue of reports on their way out; never changed, because jobs of it are stored. */
export const dispatchJob = { name: 'integrations/dispatch' } as const
