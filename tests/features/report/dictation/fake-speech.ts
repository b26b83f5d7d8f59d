import type {
  SpeechAvailability,
  SpeechOptions,
  SpeechRecognition,
  SpeechRecognitionClass,
} from '#src/features/report/dictation/speech-recognition.ts'

export interface FakeSpeech {
  Speech: SpeechRecognitionClass
  made: (SpeechRecognition & { isRunning: boolean })[]
  asked: SpeechOptions[]
}

/** Fakes a browser's SpeechRecognition; `here` lists the languages recognised on the device. */
export function fakeSpeech(
  here: Record<string, SpeechAvailability> | undefined,
  { breaksAtStart = false, installs = true } = {},
): FakeSpeech {
  const made: FakeSpeech['made'] = []
  const asked: SpeechOptions[] = []
  class Speech extends EventTarget {
    lang = ''
    continuous = false
    interimResults = false
    isRunning = false
    constructor() {
      super()
      made.push(this)
    }
    start(): void {
      if (breaksAtStart) throw new Error('InvalidStateError')
      this.isRunning = true
    }
    stop(): void {
      this.isRunning = false
    }
    abort(): void {
      this.isRunning = false
    }
  }
  if (!here) return { Speech, made, asked }
  Object.defineProperty(Speech.prototype, 'processLocally', { value: false, writable: true })
  const onDevice = Object.assign(Speech, {
    available: async (options: SpeechOptions) => {
      asked.push(options)
      const state = here[options.langs[0] ?? '']
      if (!state) throw new Error('unknown language')
      return state
    },
    install: async () => installs,
  })
  return { Speech: onDevice, made, asked }
}

/** Builds the browser's event: the results so far, `[words, isFinal]` each, and the first that changed. */
export function resultEvent(results: readonly (readonly [string, boolean])[], resultIndex: number): Event {
  const list = results.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } }))
  return Object.assign(new Event('result'), { results: list, resultIndex })
}
