import type { Touch } from '#contract/calls/reports.ts'
import { hasSameText } from '#domain/report/revision.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { canAutosave, type ReportStatus, type SaveStatus } from '#domain/status/report-status.ts'
import type { Draft } from '#src/sync/reports/drafts.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** The functions that a writer needs from its environment. */
export interface WriterPorts {
  /** Writes the draft to this device; resolves once it would survive a crash. */
  keep: (draft: Draft) => Promise<void>
  /** Stores the draft and queues the save, atomically. */
  save: (draft: Draft, status: SaveStatus, signedOver?: readonly string[], touch?: Touch) => Promise<unknown>
  now: () => number
  /** Called when text starts or stops being only in this page's memory. */
  onDirty: (dirty: boolean) => void
}

export interface ReportText extends SignedParts {
  report_name: string
}

/** The state of a writer for rendering; replaced at each change. */
export interface WriterState {
  text: ReportText
  /** Counts replacements from outside the editor: a template, another device, a decision between two texts. */
  version: number
  /** Whether the last replacement has its own undo, separate from the editor's. */
  isUndoneElsewhere: boolean
  /** True while some text is only in this page's memory. */
  isDirty: boolean
  /** True while text on this device is not queued yet. */
  isUnsaved: boolean
  keptAt: number | undefined
  problem: Error | undefined
  /** The author and time of another person's text that was taken over while the report was open. */
  taken: { name: string; at: Date } | undefined
  /** Whether a template in use disables autosave, also after a reload. */
  isAutosaveOff: boolean
  /** Whether something else is shown instead of the text: autosave is paused until the text is shown again. */
  isAutosavePaused: boolean
}

/** A report's stored text as received from the server, with its revision, author and time. */
export type StoredText = ReportText & { rev: number; updated_by_name: string; updated: string }

const REMEMBERED_SAVES = 8

const isSame = (a: ReportText, b: ReportText) => hasSameText(a, b) && a.report_name === b.report_name
const textOf = ({ report_name, report_data, conclusion, recommendation }: ReportText): ReportText => ({
  report_name,
  report_data,
  conclusion,
  recommendation,
})

/**
 * Writes one report: each pause in typing saves to the device immediately, every ten seconds of changes are
 * queued, and text from the server is taken over only if no own text would be lost. One object for as long as
 * the report is open; independent of React, so that its rules can be tested alone.
 */
export class ReportWriter {
  private current: WriterState
  private readonly base: Draft
  private readonly ports: WriterPorts
  private readonly listeners = new Set<() => void>()
  /** The text that this device has certainly stored, and the last ones that were queued. */
  private kept: ReportText
  private saved: ReportText[]
  private keeping: Promise<void> = Promise.resolve()
  private readonly waiting = new Set<ReportPart>()

  /** `opened` is the editor's initial text; `stored` is the text that the server is known to have. */
  constructor(opened: Draft, stored: ReportText | undefined, ports: WriterPorts) {
    this.ports = ports
    this.base = { ...opened }
    this.kept = textOf(opened)
    this.saved = [stored ? textOf(stored) : EMPTY]
    this.current = {
      text: this.kept,
      version: 0,
      isUndoneElsewhere: false,
      isDirty: false,
      isUnsaved: !isSame(this.kept, this.lastSaved()),
      keptAt: undefined,
      problem: undefined,
      taken: undefined,
      isAutosaveOff: opened.is_autosave_off === true,
      isAutosavePaused: false,
    }
  }

  readonly state = () => this.current
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Called when the editor reports a part's text at a pause in typing. */
  type(part: ReportPart, html: string): Promise<void> {
    return this.write({ ...this.current.text, [part]: html })
  }

  rename(report_name: string): Promise<void> {
    return this.write({ ...this.current.text, report_name })
  }

  /** Records that the part's editor has not yet reported pressed keys or pictures in progress. */
  setEditorWaiting(part: ReportPart, isWaiting: boolean): void {
    if (isWaiting) this.waiting.add(part)
    else this.waiting.delete(part)
    this.update({})
  }

  /** Resolves once the typed text is on this device, or could not be stored. */
  whenKept(): Promise<void> {
    return this.keeping
  }

  /** Sets another text from outside the editor and stores it. */
  replace(text: SignedParts, isAutosaveOff = this.current.isAutosaveOff): Promise<void> {
    this.update({ ...this.nextVersion(), isAutosaveOff })
    return this.write({ ...this.current.text, ...pickParts(text) })
  }

  /** Does the same for a text that the editor's undo must not revert, because it may span several parts. */
  replaceApart(text: SignedParts): Promise<void> {
    this.update(this.nextVersion(true))
    return this.write({ ...this.current.text, ...pickParts(text) })
  }

  /** Autosaves: queues changed text if the status allows it. */
  async autosave(status: ReportStatus): Promise<void> {
    const { isAutosaveOff, isAutosavePaused, isUnsaved } = this.current
    if (!canAutosave(status) || isAutosaveOff || isAutosavePaused || !isUnsaved) return
    await this.save('Auto')
  }

  /**
   * Pauses the autosave while something else is shown instead of the text (docs/reports.md#editor: the AI
   * viewer).
   */
  pauseAutosave(isAutosavePaused: boolean): void {
    if (isAutosavePaused !== this.current.isAutosavePaused) this.update({ isAutosavePaused })
  }

  /**
   * Stores the text and queues a save; `signedOver` names the warnings despite which it was signed, `touch`
   * is the touch with which it was signed. Throws if the device could not store it.
   */
  async save(status: SaveStatus, signedOver?: readonly string[], touch?: Touch): Promise<void> {
    const text = this.current.text
    try {
      await this.keeping
      await this.ports.save(this.draftOf(text), status, signedOver, touch)
    } catch (cause) {
      this.update({ problem: errorOf(cause) })
      throw cause
    }
    this.kept = text
    this.remember(text)
    this.update({ keptAt: this.ports.now(), problem: undefined })
  }

  /**
   * Handles the server's text; called while none of this report's saves is waiting (otherwise the shown text
   * is the own text, over another revision). If it is the own text, only raises the revision on which the
   * next save is based; another person's text is shown if no own text is unsaved, otherwise the next save
   * finds a conflict.
   */
  meet(stored: StoredText): void {
    const text = textOf(stored)
    if (this.saved.some((one) => isSame(one, text))) {
      this.base.base_rev = stored.rev
      return
    }
    if (this.current.isUnsaved || this.current.isDirty) return
    const taken = { name: stored.updated_by_name, at: new Date(stored.updated) }
    // A report that was not on this device when it was opened has now arrived; nobody changed it.
    const wasKnown = this.base.base_rev !== undefined
    this.base.base_rev = stored.rev
    this.kept = text
    this.remember(text)
    this.update({ text, ...(wasKnown && { taken }), ...this.nextVersion() })
  }

  /** Continues the editor from a person's decision between two texts, which is in the queue. */
  continueFrom(settled: Draft): void {
    const text = textOf(settled)
    this.base.base_rev = settled.base_rev
    this.kept = text
    this.remember(text)
    this.update({ text, ...this.nextVersion(), keptAt: this.ports.now(), problem: undefined })
  }

  /** Returns the draft as it would be stored now. */
  draft(): Draft {
    return this.draftOf(this.current.text)
  }

  /** Returns the draft if this device may not have stored its text. */
  unkept(): Draft | undefined {
    return isSame(this.current.text, this.kept) ? undefined : this.draft()
  }

  private async write(text: ReportText): Promise<void> {
    this.update({ text })
    const draft = this.draftOf(text)
    this.keeping = this.keeping.then(() => this.keepOne(draft, text))
    await this.keeping
  }

  private async keepOne(draft: Draft, text: ReportText): Promise<void> {
    // A newer text is waiting: writing the older one first would only be slower.
    if (text !== this.current.text || isSame(text, this.kept)) return this.update({})
    try {
      await this.ports.keep(draft)
      this.kept = text
      this.update({ keptAt: this.ports.now(), problem: undefined })
    } catch (cause) {
      this.update({ problem: errorOf(cause) })
    }
  }

  private draftOf(text: ReportText): Draft {
    return {
      ...this.base,
      ...text,
      updated: this.ports.now(),
      is_autosave_off: this.current.isAutosaveOff || undefined,
    }
  }

  private nextVersion(isUndoneElsewhere = false): Pick<WriterState, 'version' | 'isUndoneElsewhere'> {
    return { version: this.current.version + 1, isUndoneElsewhere }
  }

  private lastSaved(): ReportText {
    return this.saved.at(-1) ?? EMPTY
  }

  private remember(text: ReportText): void {
    this.saved = [...this.saved, text].slice(-REMEMBERED_SAVES)
  }

  private update(change: Partial<WriterState>): void {
    const next = { ...this.current, ...change }
    next.isDirty = this.waiting.size > 0 || !isSame(next.text, this.kept)
    next.isUnsaved = !isSame(next.text, this.lastSaved())
    const wasDirty = this.current.isDirty
    this.current = next
    if (next.isDirty !== wasDirty) this.ports.onDirty(next.isDirty)
    for (const listener of this.listeners) listener()
  }
}

const EMPTY: ReportText = { report_name: '', report_data: '', conclusion: '', recommendation: '' }

const pickParts = (text: SignedParts) =>
  Object.fromEntries(REPORT_PARTS.map((part) => [part, text[part]])) as unknown as SignedParts

const errorOf = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))
