import type { Touch } from '#contract/calls/reports.ts'
import { hasSameText } from '#domain/report/revision.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { canAutosave, type ReportStatus, type SaveStatus } from '#domain/status/report-status.ts'
import type { Draft } from '#src/sync/reports/drafts.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** What a writer needs of the world. */
export interface WriterPorts {
  /** Writes the draft to this device; resolves when it would survive a crash. */
  keep: (draft: Draft) => Promise<void>
  /** Keeps the draft and puts the save into the queue, in one. */
  save: (draft: Draft, status: SaveStatus, signedOver?: readonly string[], touch?: Touch) => Promise<unknown>
  now: () => number
  /** Told when text begins or ends to be only in this page's memory. */
  onDirty: (dirty: boolean) => void
}

export interface ReportText extends SignedParts {
  report_name: string
}

/** What a screen draws of a writer; replaced at each change. */
export interface WriterState {
  text: ReportText
  /** Counts replacements from outside the editor: a template, another device, a decision between two texts. */
  version: number
  /** The last of them has an undo of its own, which is not the editor's. */
  isUndoneElsewhere: boolean
  /** True while text stands only in this page's memory. */
  isDirty: boolean
  /** True while text on this device was not yet put into the queue. */
  isUnsaved: boolean
  keptAt: number | undefined
  problem: Error | undefined
  /** Another's text was taken over while the report was open: whose, and of when. */
  taken: { name: string; at: Date } | undefined
  /** A template holds that asks for no autosave, also after a reload. */
  isAutosaveOff: boolean
  /** Something else is shown in the text's place: nothing is saved by itself until the text is back. */
  isAutosavePaused: boolean
}

/** A report's stored text as it arrives from the server: which revision, whose, of when. */
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
 * Writes one report: every pause in typing goes to the device at once, every ten seconds of change into the queue,
 * and what arrives from the server is taken over only where nothing of one's own would be lost. One object for as
 * long as the report is open; without React, so that its rules can be tried alone.
 */
export class ReportWriter {
  private current: WriterState
  private readonly base: Draft
  private readonly ports: WriterPorts
  private readonly listeners = new Set<() => void>()
  /** The text that this device holds for certain, and the last ones that went into the queue. */
  private kept: ReportText
  private saved: ReportText[]
  private keeping: Promise<void> = Promise.resolve()
  private readonly waiting = new Set<ReportPart>()

  /** `opened` is the text that the editor begins with; `stored` is what the server is known to hold of it. */
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

  /** The editor gave out a part's text at a pause in typing. */
  type(part: ReportPart, html: string): Promise<void> {
    return this.write({ ...this.current.text, [part]: html })
  }

  rename(report_name: string): Promise<void> {
    return this.write({ ...this.current.text, report_name })
  }

  /** Keys were pressed, or pictures are on their way, whose text the part's editor has not given out yet. */
  setEditorWaiting(part: ReportPart, isWaiting: boolean): void {
    if (isWaiting) this.waiting.add(part)
    else this.waiting.delete(part)
    this.update({})
  }

  /** Returns once what was typed so far is on this device, or could not be kept. */
  whenKept(): Promise<void> {
    return this.keeping
  }

  /** Sets another text from outside the editor and keeps it. */
  replace(text: SignedParts, isAutosaveOff = this.current.isAutosaveOff): Promise<void> {
    this.update({ ...this.nextVersion(), isAutosaveOff })
    return this.write({ ...this.current.text, ...pickParts(text) })
  }

  /** Does the same where the editor's undo is not to take it back, because it may stand in several parts. */
  replaceApart(text: SignedParts): Promise<void> {
    this.update(this.nextVersion(true))
    return this.write({ ...this.current.text, ...pickParts(text) })
  }

  /** The autosave: puts changed text into the queue while the status allows it. */
  async autosave(status: ReportStatus): Promise<void> {
    const { isAutosaveOff, isAutosavePaused, isUnsaved } = this.current
    if (!canAutosave(status) || isAutosaveOff || isAutosavePaused || !isUnsaved) return
    await this.save('Auto')
  }

  /** Holds the autosave while the text is not what the person looks at (docs/reports.md#editor: the AI viewer). */
  pauseAutosave(isAutosavePaused: boolean): void {
    if (isAutosavePaused !== this.current.isAutosavePaused) this.update({ isAutosavePaused })
  }

  /**
   * Keeps the text and puts a save into the queue; `signedOver` names the warnings that a signature was made over,
   * `touch` is the one that it was made with. Throws where the device could not store it.
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
   * The server's text, told while none of this report's saves waits (else the text shown is one's own, laid over
   * another's revision). One's own words coming back only raise the revision that the next save is based on;
   * another's words are shown where nothing of one's own is unsaved, else the next save meets them as a conflict.
   */
  meet(stored: StoredText): void {
    const text = textOf(stored)
    if (this.saved.some((one) => isSame(one, text))) {
      this.base.base_rev = stored.rev
      return
    }
    if (this.current.isUnsaved || this.current.isDirty) return
    const taken = { name: stored.updated_by_name, at: new Date(stored.updated) }
    // A report that was not on this device when it was opened has come now; nobody changed it.
    const wasKnown = this.base.base_rev !== undefined
    this.base.base_rev = stored.rev
    this.kept = text
    this.remember(text)
    this.update({ text, ...(wasKnown && { taken }), ...this.nextVersion() })
  }

  /** A person decided between two texts, and the decision is in the queue: the editor goes on from it. */
  continueFrom(settled: Draft): void {
    const text = textOf(settled)
    this.base.base_rev = settled.base_rev
    this.kept = text
    this.remember(text)
    this.update({ text, ...this.nextVersion(), keptAt: this.ports.now(), problem: undefined })
  }

  /** The draft as it would be kept now. */
  draft(): Draft {
    return this.draftOf(this.current.text)
  }

  /** The draft where this device does not hold its text for certain. */
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
    // A newer text waits behind this one: writing the older first would only be slower.
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
