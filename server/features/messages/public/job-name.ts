/** The queue of messages to send. */
export const SEND_MESSAGE = 'messages/send'
