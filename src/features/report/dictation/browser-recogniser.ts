import type { Recogniser, RecogniserError, RecogniserEvent } from './recogniser.ts'
import type {
  SpeechErrorEvent,
  SpeechRecognition,
  SpeechRecognitionClass,
  SpeechResult,
  SpeechResultEvent,
} from './speech-recognition.ts'

/** Our errors by the browser's error codes; silence and our own stopping are not errors. */
const ERRORS: Record<string, RecogniserError | undefined> = {
  'no-speech': undefined,
  aborted: undefined,
  network: 'network',
  'audio-capture': 'microphone',
  'not-allowed': 'refused',
  'service-not-allowed': 'refused',
  'language-not-supported': 'language',
}

/** Wraps the browser's recogniser. With `isOnDevice`, the browser is told that speech must not leave the device. */
export function createBrowserRecogniser(Speech: SpeechRecognitionClass, isOnDevice: boolean): Recogniser {
  let running: SpeechRecognition | undefined
  return {
    start: (language, listener) => {
      const speech = new Speech()
      speech.lang = language
      speech.continuous = true
      speech.interimResults = true
      if (isOnDevice) speech.processLocally = true
      running = speech
      relay(speech, listener)
      try {
        speech.start()
      } catch {
        // Another page's recogniser uses the microphone, or the browser refuses to start without a click.
        listener({ kind: 'error', error: 'taken' })
        listener({ kind: 'end' })
      }
    },
    stop: () => running?.stop(),
  }
}

function relay(speech: SpeechRecognition, listener: (event: RecogniserEvent) => void): void {
  speech.addEventListener('result', (event) => {
    const { results, resultIndex } = event as SpeechResultEvent
    const changed = Array.from(results).slice(resultIndex)
    for (const result of changed) {
      if (result.isFinal) listener({ kind: 'final', text: textOf(result) })
    }
    const undecided = Array.from(results).filter(({ isFinal }) => !isFinal)
    listener({ kind: 'interim', text: undecided.map(textOf).join(' ') })
  })
  speech.addEventListener('error', (event) => {
    const { error } = event as SpeechErrorEvent
    const known = error in ERRORS ? ERRORS[error] : 'failed'
    if (known) listener({ kind: 'error', error: known })
  })
  speech.addEventListener('end', () => listener({ kind: 'end' }))
}

const textOf = (result: SpeechResult) => result[0]?.transcript.trim() ?? ''
