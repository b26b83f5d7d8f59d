import type { VoiceCommand } from '#domain/dictation/commands.ts'
import type { DictationLanguage } from '#domain/dictation/languages.ts'
import type { DictationProblem } from './dictation.ts'
import type { NoOffer } from './find-offer.ts'

const PROBLEMS: Record<DictationProblem, string> = {
  network: 'The network was lost. What was heard is kept.',
  microphone: 'No microphone was found.',
  refused: 'The browser does not allow the microphone. Allow it beside the address.',
  language: 'The browser does not recognise this language.',
  taken: 'The recogniser is in use elsewhere. Try again in a moment.',
  failed: 'The recogniser stopped. Try again.',
  hidden: 'Stopped because the page was hidden.',
  silent: 'The recogniser ends without hearing anything. Check the microphone.',
}

const NO_OFFER: Record<NoOffer, string> = {
  no_recogniser: 'This browser has no speech recognition.',
  only_away: 'This browser sends speech away to recognise it, and your centre does not allow that.',
  away_offline: 'This browser sends speech away to recognise it, which needs the network.',
}

const COMMANDS: Record<VoiceCommand, string> = {
  goToLast: 'To the end of the text',
  space: 'A space',
  fullStop: 'Full stop',
  bracketOpen: 'Opening bracket',
  bracketClose: 'Closing bracket',
  comma: 'Comma',
  colon: 'Colon',
  questionMark: 'Question mark',
  heading: 'Heading on a new line',
  bold: 'Bold on or off',
  italic: 'Italic on or off',
  underline: 'Underline on or off',
  newLine: 'New line',
  newParagraph: 'New paragraph',
  delete: 'Delete the previous word',
  deleteRight: 'Delete the next word',
  alignLeft: 'Align left',
  alignCenter: 'Align center',
  alignRight: 'Align right',
  undo: 'Undo',
  redo: 'Redo',
}

/** Words of dictation. */
export const DICTATION_WORDS = {
  start: 'Dictate',
  stop: 'Stop',
  stopping: 'Stopping …',
  keys: 'F4',
  language: 'Language of dictation',
  languages: {
    'en-US': 'en-US',
    'en-UK': 'en-UK',
    'fr-BE': 'fr-BE',
    'it-IT': 'it-IT',
    'hi-IN': 'hi-IN',
    'pt-PT': 'pt-PT',
    'es-PA': 'es-PA',
  } satisfies Record<DictationLanguage, string>,
  bar: 'Dictation',
  looking: 'Looking for the browser’s speech recognition …',
  fetching: 'Fetching the language …',
  fetchHint: 'F4 · The first click fetches this language, so that speech is recognised on this device.',
  fetchFailed: 'The browser could not fetch the language.',
  locked: 'This text cannot be edited now.',
  onDevice: 'On this device',
  onDeviceHint: 'Speech is recognised on this device and does not leave it.',
  away: 'Speech leaves this device',
  awayHint: 'This browser sends what you say to its maker to be recognised. Your administrator allows it.',
  listening: 'Listening …',
  heard: 'Heard',
  inserted: 'In the text',
  held: 'Heard, not in the text:',
  insert: 'Insert',
  discard: 'Discard',
  commands: 'What can be said',
  commandsAlone: 'said alone',
  commandsFirst: 'said first',
  problems: PROBLEMS,
  noOffer: NO_OFFER,
  command: (command: VoiceCommand) => COMMANDS[command],
} as const
