/** The four delivery states of a change on this device, in the words of docs/sync.md. */
export const DELIVERY_WORDS = {
  device: (time: string) => `On this device ${time}`,
  sending: 'Sending',
  server: (time: string) => (time ? `On server ${time}` : 'On server'),
  needs_you: 'Needs you',
} as const
