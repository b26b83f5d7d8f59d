/* The part of the browser's SpeechRecognition that dictation uses (Web Speech API; TypeScript's own library
   has no types for its on-device part). Chromium also has it under a prefix. */

export interface SpeechAlternative {
  transcript: string
}

export interface SpeechResult {
  readonly isFinal: boolean
  readonly [index: number]: SpeechAlternative | undefined
}

export interface SpeechResultEvent extends Event {
  /** The index of the first result that changed. */
  readonly resultIndex: number
  readonly results: ArrayLike<SpeechResult>
}

export interface SpeechErrorEvent extends Event {
  readonly error: string
}

export interface SpeechRecognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  /** If true, speech must not leave the device. Only in browsers that support it. */
  processLocally?: boolean
  start: () => void
  stop: () => void
  abort: () => void
}

export type SpeechAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

export interface SpeechOptions {
  langs: string[]
  processLocally: boolean
}

export interface SpeechRecognitionClass {
  new (): SpeechRecognition
  readonly prototype: SpeechRecognition
  available?: (options: SpeechOptions) => Promise<SpeechAvailability>
  install?: (options: SpeechOptions) => Promise<boolean>
}

interface SpeechWindow {
  SpeechRecognition?: SpeechRecognitionClass
  webkitSpeechRecognition?: SpeechRecognitionClass
}

/** Returns the browser's recogniser, or undefined if it has none. */
export function findSpeechRecognition(): SpeechRecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as SpeechWindow
  return SpeechRecognition ?? webkitSpeechRecognition
}
