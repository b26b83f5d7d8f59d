/** The queue of images that go out to AI companies; the handler names it, the job works on it. */
export const SEND_TO_AI = { name: 'ai/send' } as const
