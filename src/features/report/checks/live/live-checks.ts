import { useCallback, useSyncExternalStore } from 'react'
import { type PartChecks, partChecks } from '#domain/report/checks/part-checks.ts'
import type { CheckedReport } from '#domain/report/checks/sign-warning.ts'
import { REPORT_PARTS, type ReportPart } from '../../templates/insert-template.ts'
import type { ReportWriter } from '../../writer/report-writer.ts'
import { ALL_PRINTABLE, type Unprintable, unprintableParts } from './unprintable.ts'

/** The pause in typing, after the editor has reported the text, before it is checked. */
export const LOOK_AFTER_MS = 400

/**
 * The findings shown next to one part; letters without a font stop the signature, and only the paper's fonts
 * decide which they are.
 */
export interface ShownChecks extends PartChecks {
  unprintable: Unprintable
}

const NOTHING: ShownChecks = { openFields: [], warnings: [], unprintable: ALL_PRINTABLE }
const NOTHING_ANYWHERE = { report_data: NOTHING, conclusion: NOTHING, recommendation: NOTHING }

/** The facts that the check before signing needs besides the text. */
export type CheckedFacts = Omit<CheckedReport, 'text'>

/**
 * Checks a report during writing as the check before signing does: in pauses of typing, never on a keystroke.
 * A part whose findings are unchanged keeps the same object.
 */
export class LiveChecks {
  private readonly writer: Pick<ReportWriter, 'state' | 'subscribe'>
  private parts: Record<ReportPart, ShownChecks> = NOTHING_ANYWHERE
  /** Counts the checks: missing letters are reported later, and only for the newest check. */
  private looks = 0
  private readonly listeners = new Set<() => void>()
  private hiding: ReturnType<typeof setTimeout> | undefined

  constructor(writer: Pick<ReportWriter, 'state' | 'subscribe'>) {
    this.writer = writer
  }

  readonly of = (part: ReportPart): ShownChecks => this.parts[part]
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /**
   * Starts checking, with an immediate check; returns a function that stops. Stopping clears the findings,
   * except if it starts again immediately with other facts: then findings that still apply stay.
   */
  start(facts: CheckedFacts): () => void {
    clearTimeout(this.hiding)
    let seen = this.writer.state().text
    let timer = setTimeout(() => this.look(facts), 0)
    const stop = this.writer.subscribe(() => {
      const { text } = this.writer.state()
      if (text === seen) return
      seen = text
      clearTimeout(timer)
      timer = setTimeout(() => this.look(facts), LOOK_AFTER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      this.looks += 1
      this.hiding = setTimeout(() => this.show(NOTHING_ANYWHERE), 0)
    }
  }

  private look(facts: CheckedFacts): void {
    const { text } = this.writer.state()
    const found = partChecks({ ...facts, text })
    const shown = (lettersOf: (part: ReportPart) => Unprintable) =>
      Object.fromEntries(
        REPORT_PARTS.map((part) => [part, { ...found[part], unprintable: lettersOf(part) }]),
      ) as Record<ReportPart, ShownChecks>
    this.show(shown((part) => this.parts[part].unprintable))
    this.looks += 1
    const own = this.looks
    unprintableParts(text).then(
      (letters) => own === this.looks && this.show(shown((part) => letters[part])),
      // Ignores a failure to read the font table: the check at the signature reports it.
      () => undefined,
    )
  }

  private show(found: Record<ReportPart, ShownChecks>): void {
    const changed = REPORT_PARTS.filter(
      (part) => JSON.stringify(found[part]) !== JSON.stringify(this.parts[part]),
    )
    if (changed.length === 0) return
    this.parts = { ...this.parts, ...Object.fromEntries(changed.map((part) => [part, found[part]])) }
    for (const listener of this.listeners) listener()
  }
}

/** Returns the current findings of one part; rerenders only if they change. */
export function usePartChecks(checks: LiveChecks, part: ReportPart): ShownChecks {
  return useSyncExternalStore(
    checks.subscribe,
    useCallback(() => checks.of(part), [checks, part]),
  )
}

/** Returns the number of findings of a part: its open fields count as one, and so do its letters without a font. */
export const countOf = ({ openFields, warnings, unprintable }: ShownChecks): number =>
  warnings.length + (openFields.length > 0 ? 1 : 0) + (unprintable.letters.length > 0 ? 1 : 0)
