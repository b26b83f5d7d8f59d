import type { Recogniser, RecogniserError, RecogniserEvent } from './recogniser.ts'

/** Why listening stopped without being asked to. */
export type DictationProblem = RecogniserError | 'hidden' | 'silent'

/** What a screen draws of a dictation; replaced at each change. */
export interface DictationState {
  /** `stopping`: no longer listening, the last words are still on their way. */
  phase: 'off' | 'listening' | 'stopping'
  /** Heard and not decided yet. */
  interim: string
  /** Heard and not in the text: the recogniser stopped in between, or no editor took it. Oldest first. */
  held: readonly string[]
  /** The last words that went into the text. */
  landed: string
  problem: DictationProblem | undefined
}

export interface DictationPorts {
  /** Does what an utterance asks for in the text; false where no editor takes it now. */
  land: (utterance: string) => boolean
  now: () => number
}

/** An engine that ends so often, with nothing heard, is broken and not only pausing. */
const ENDS_IN_VAIN = 3
const ENDS_WITHIN_MS = 3_000

const OFF: DictationState = { phase: 'off', interim: '', held: [], landed: '', problem: undefined }

/**
 * One report's dictation: starts and stops a recogniser, puts what it decides into the text, and holds what could not
 * get there, so that nothing that was heard is ever lost. Without React, so that its rules can be tried alone.
 */
export class Dictation {
  private current = OFF
  private readonly listeners = new Set<() => void>()
  private recogniser: Recogniser | undefined
  private language = ''
  private startedAt = 0
  private hasHeard = false
  private vain = 0
  private ports: DictationPorts

  constructor(ports: DictationPorts) {
    this.ports = ports
  }

  readonly state = (): DictationState => this.current
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** From now on words land there. */
  landIn(ports: DictationPorts): void {
    this.ports = ports
  }

  /** Begins to listen; while an earlier listening ends nothing happens. */
  start(recogniser: Recogniser, tag: string): void {
    if (this.current.phase !== 'off') return
    this.recogniser = recogniser
    this.language = tag
    this.vain = 0
    this.update({ phase: 'listening', problem: undefined, landed: '' })
    this.listen()
  }

  /** Stops listening; what is still on its way lands. */
  stop(why?: DictationProblem): void {
    if (this.current.phase !== 'listening') return
    this.update({ phase: 'stopping', ...(why && { problem: why }) })
    this.recogniser?.stop()
  }

  /** Puts what is held into the text, in order; what no editor takes stays. */
  insertHeld(): void {
    let taken = 0
    for (const utterance of this.current.held) {
      if (!this.ports.land(utterance)) break
      taken += 1
    }
    this.update({ held: this.current.held.slice(taken) })
  }

  /** A person does not want what is held. */
  discardHeld(): void {
    this.update({ held: [] })
  }

  /** True where leaving now would lose words. */
  holdsWords(): boolean {
    return this.current.interim !== '' || this.current.held.length > 0
  }

  private listen(): void {
    const recogniser = this.recogniser
    this.startedAt = this.ports.now()
    this.hasHeard = false
    // What an earlier listening still tells after its end is nobody's.
    let isOver = false
    recogniser?.start(this.language, (event) => {
      if (isOver) return
      isOver = event.kind === 'end'
      this.take(event)
    })
  }

  private take(event: RecogniserEvent): void {
    if (event.kind === 'interim') {
      this.hasHeard ||= event.text !== ''
      this.update({ interim: event.text })
    } else if (event.kind === 'final') this.takeFinal(event.text)
    else if (event.kind === 'error') this.update({ phase: 'stopping', problem: event.error })
    else this.takeEnd()
  }

  private takeFinal(text: string): void {
    const utterance = text.trim()
    this.hasHeard = true
    if (utterance === '') return this.update({ interim: '' })
    // What is held comes first: words never change their order.
    if (this.current.held.length === 0 && this.ports.land(utterance)) {
      this.update({ interim: '', landed: utterance })
    } else this.update({ interim: '', held: [...this.current.held, utterance] })
  }

  private takeEnd(): void {
    const { interim, held } = this.current
    // No decision came any more for what was heard last.
    if (interim !== '') this.update({ interim: '', held: [...held, interim] })
    if (this.current.phase !== 'listening') return this.update({ phase: 'off' })
    const isVain = !this.hasHeard && this.ports.now() - this.startedAt < ENDS_WITHIN_MS
    this.vain = isVain ? this.vain + 1 : 0
    if (this.vain >= ENDS_IN_VAIN) return this.update({ phase: 'off', problem: 'silent' })
    // Engines end by themselves after a silence; the person has not stopped.
    this.listen()
  }

  private update(change: Partial<DictationState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }
}
