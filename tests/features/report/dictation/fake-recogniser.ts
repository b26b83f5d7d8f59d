import type {
  Recogniser,
  RecogniserError,
  RecogniserEvent,
} from '#src/features/report/dictation/recogniser.ts'

/** A recogniser that a test controls. */
export class FakeRecogniser implements Recogniser {
  starts: string[] = []
  stops = 0
  private listener: ((event: RecogniserEvent) => void) | undefined

  start(language: string, listener: (event: RecogniserEvent) => void): void {
    this.starts.push(language)
    this.listener = listener
  }

  stop(): void {
    this.stops += 1
  }

  interim(text: string): void {
    this.listener?.({ kind: 'interim', text })
  }

  final(text: string): void {
    this.listener?.({ kind: 'final', text })
  }

  fail(error: RecogniserError): void {
    this.listener?.({ kind: 'error', error })
  }

  end(): void {
    this.listener?.({ kind: 'end' })
  }
}
