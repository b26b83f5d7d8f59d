/** Name of the queue that sends images to AI companies; shared by the handler and the job. */
export const SEND_TO_AI = { name: 'ai/send' } as const
