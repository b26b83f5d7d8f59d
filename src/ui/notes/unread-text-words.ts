/** Words about a text that was kept on this device and cannot be read. */
export const UNREAD_TEXT_WORDS = {
  title: 'What was typed here before could not be read',
  kept: 'It is kept on this device. You can write here again as soon as it can be read.',
  listed: 'If that never succeeds, discard it in the Sync centre.',
  mayDiscard: 'If that never succeeds, discard it.',
  discard: 'Discard',
  question: 'Discard what could not be read?',
  questionMessage: 'It is on this device only, and will be lost for ever.',
} as const
