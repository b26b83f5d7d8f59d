/** Name of the queue for outgoing reports. Never change it: stored jobs refer to it. */
export const dispatchJob = { name: 'integrations/dispatch' } as const
