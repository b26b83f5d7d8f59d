/*
 * The browser's SpeechRecognition as far as dictation uses it (Web Speech API; TypeScript's own library has no types
 * for its on-device part). Chromium has it under a prefix too.
 */

export interface SpeechAlternative {
  transcript: string
}

export interface SpeechResult {
  readonly isFinal: boolean
  readonly [index: number]: SpeechAlternative | undefined
}

export interface SpeechResultEvent extends Event {
  /** The first result that changed. */
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
  /** True: speech must not leave the device. Only in browsers that can do so. */
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

/** The browser's recogniser, or undefined where it has none. */
export function findSpeechRecognition(): SpeechRecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as SpeechWindow
  return SpeechRecognition ?? webkitSpeechRecognition
}
