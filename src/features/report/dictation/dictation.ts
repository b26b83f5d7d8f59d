import type { Recogniser, RecogniserError, RecogniserEvent } from './recogniser.ts'

/** Why listening stopped unexpectedly. */
export type DictationProblem = RecogniserError | 'hidden' | 'silent'

/** The state of a dictation for rendering; replaced at each change. */
export interface DictationState {
  /** `stopping`: no longer listening, but the last words have not arrived yet. */
  phase: 'off' | 'listening' | 'stopping'
  /** Heard, but not final yet. */
  interim: string
  /** Heard, but not in the text: the recogniser stopped before, or no editor accepted it. Oldest first. */
  held: readonly string[]
  /** The last words that were inserted into the text. */
  landed: string
  problem: DictationProblem | undefined
}

export interface DictationPorts {
  /** Applies an utterance to the text; returns false if no editor accepts it now. */
  land: (utterance: string) => boolean
  now: () => number
}

/** An engine that ends this often without hearing anything is broken, not just pausing. */
const ENDS_IN_VAIN = 3
const ENDS_WITHIN_MS = 3_000

const OFF: DictationState = { phase: 'off', interim: '', held: [], landed: '', problem: undefined }

/**
 * The dictation of one report: starts and stops a recogniser, inserts final words into the text, and holds
 * those that could not be inserted, so that no heard word is lost. Independent of React, so that it can be
 * tested alone.
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

  /** Sets where words are inserted from now on. */
  landIn(ports: DictationPorts): void {
    this.ports = ports
  }

  /** Starts listening; does nothing while an earlier listening is ending. */
  start(recogniser: Recogniser, tag: string): void {
    if (this.current.phase !== 'off') return
    this.recogniser = recogniser
    this.language = tag
    this.vain = 0
    this.update({ phase: 'listening', problem: undefined, landed: '' })
    this.listen()
  }

  /** Stops listening; words that are still arriving are inserted. */
  stop(why?: DictationProblem): void {
    if (this.current.phase !== 'listening') return
    this.update({ phase: 'stopping', ...(why && { problem: why }) })
    this.recogniser?.stop()
  }

  /** Inserts held words into the text, in order; keeps those that no editor accepts. */
  insertHeld(): void {
    let taken = 0
    for (const utterance of this.current.held) {
      if (!this.ports.land(utterance)) break
      taken += 1
    }
    this.update({ held: this.current.held.slice(taken) })
  }

  /** Discards the held words at a person's request. */
  discardHeld(): void {
    this.update({ held: [] })
  }

  /** Returns true if leaving now would lose words. */
  holdsWords(): boolean {
    return this.current.interim !== '' || this.current.held.length > 0
  }

  private listen(): void {
    const recogniser = this.recogniser
    this.startedAt = this.ports.now()
    this.hasHeard = false
    // Ignores events of an earlier listening after its end.
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
    // Held words come first, so that the order of words never changes.
    if (this.current.held.length === 0 && this.ports.land(utterance)) {
      this.update({ interim: '', landed: utterance })
    } else this.update({ interim: '', held: [...this.current.held, utterance] })
  }

  private takeEnd(): void {
    const { interim, held } = this.current
    // The last heard words did not become final, so hold them.
    if (interim !== '') this.update({ interim: '', held: [...held, interim] })
    if (this.current.phase !== 'listening') return this.update({ phase: 'off' })
    const isVain = !this.hasHeard && this.ports.now() - this.startedAt < ENDS_WITHIN_MS
    this.vain = isVain ? this.vain + 1 : 0
    if (this.vain >= ENDS_IN_VAIN) return this.update({ phase: 'off', problem: 'silent' })
    // Engines end by themselves after a silence, although the person has not stopped.
    this.listen()
  }

  private update(change: Partial<DictationState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }
}
