/** Every voice command (docs/reports.md#editor), in the order in which the help lists them. */
export const VOICE_COMMANDS = [
  'goToLast',
  'space',
  'fullStop',
  'comma',
  'colon',
  'bracketOpen',
  'bracketClose',
  'questionMark',
  'heading',
  'bold',
  'italic',
  'underline',
  'newLine',
  'newParagraph',
  'delete',
  'deleteRight',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'undo',
  'redo',
] as const
export type VoiceCommand = (typeof VOICE_COMMANDS)[number]

/** One step of an utterance: words to write, or a command. */
export type DictationStep = { kind: 'text'; text: string } | { kind: 'command'; command: VoiceCommand }

/**
 * Where in an utterance words count as a command:
 * `anywhere`: wherever they are said;
 * `first`: at the beginning of an utterance or right after another command, because within a sentence they are words
 * (`the heading of the vessel`, `a bold statement`);
 * `last`: at the end of an utterance or right before another command, because within a sentence they are words
 * (`le point de fracture`);
 * `alone`: only if the utterance contains nothing but commands, because reports are full of them (`the disc space`,
 * `redo sternotomy`).
 */
export type CommandPosition = 'anywhere' | 'first' | 'last' | 'alone'

/** The words for a command. */
export interface SpokenForm {
  words: string
  command: VoiceCommand
  place: CommandPosition
}

/** The commands' spoken forms in one language, by where they count. Words of a form are separated by spaces. */
export type SpokenForms = Partial<Record<CommandPosition, Partial<Record<VoiceCommand, readonly string[]>>>>
