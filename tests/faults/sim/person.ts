import { type ReportRow, reportCalls } from '#contract/calls/reports.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { isSigned, type SaveStatus } from '#domain/status/report-status.ts'
import type { CommandBody } from '#src/db/tables.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { unpark } from '#src/sync/outbox/refused/parked.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import type { Draft } from '#src/sync/reports/draft.ts'
import { keepDraftIn, saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { findConflictRow, findTheirs, settleWith } from '#src/sync/reports/settle-conflict.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import type { Ledger } from './ledger.ts'
import type { Tab } from './tab.ts'
import { runAs } from './time.ts'

/** Marks of written text: `<p>w12</p>` is the twelfth. */
const MARK = /<p>(w\d+)<\/p>/g

/** Returns the marks in a text, in order. */
export const marksIn = (text: string): string[] => [...text.matchAll(MARK)].map(([, mark]) => mark!)

/** Returns the marks in the text of a command. */
export function marksOf({ input }: CommandBody): string[] {
  return typeof input.report_data === 'string' ? marksIn(input.report_data) : []
}

const paragraph = (mark: string) => `<p>${mark}</p>`

/** A text that the server refuses in a report. */
const POISON = '<script>alert(1)</script>'

/** The kind of a save. */
export interface Save {
  status: SaveStatus
  isFresh: boolean
  isPoisoned?: boolean
}

/** The actions of a person at one tab, based on what a screen would show. */
export class Person {
  readonly tab: Tab
  /** The open texts in the editors of this tab, by study. */
  readonly #open = new Map<string, Draft>()

  constructor(tab: Tab) {
    this.tab = tab
  }

  /**
   * Adds a mark to the report of a study and saves it; returns the command's id once the device has
   * acknowledged it.
   */
  save(study: string, mark: string, { status, isFresh, isPoisoned }: Save): Promise<string> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const kept = isFresh ? undefined : this.#open.get(study)
      const before = kept ?? (await this.#openReport(study))
      const draft = {
        ...before,
        report_data: before.report_data + paragraph(mark) + (isPoisoned ? POISON : ''),
        updated: this.tab.now(),
      }
      this.#open.set(study, draft)
      const id = await saveDraftIn(databases, app.author, draft, status, saveLabel)
      app.wake()
      return id
    })
  }

  /** Adds a mark to the report of a study without saving: the screen stores it as typed text. */
  type(study: string, mark: string): Promise<string> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const before = this.#open.get(study) ?? (await this.#openReport(study))
      const draft = { ...before, report_data: before.report_data + paragraph(mark), updated: this.tab.now() }
      this.#open.set(study, draft)
      await keepDraftIn(databases, app.author, draft, saveLabel)
      return 'typed and kept'
    })
  }

  assign(study: string, doctor: string | null): Promise<string> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const shown = await localRecords(databases).findStudy(study)
      const input = {
        study_id: study,
        assigned_doctor_id: doctor,
        signed_by_doctor_id: shown?.signed_by_doctor_id ?? null,
      }
      const id = await enqueueCommand(databases, app.author, { key: 'assignDoctor', input, label: 'Assign' })
      app.wake()
      return id
    })
  }

  verify(study: string): Promise<string> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const signed = (await localRecords(databases).findReports(study)).filter(({ status }) =>
        isSigned(status),
      )
      const seen = await Promise.all(
        signed.map(async (report) => ({
          report_id: report.id,
          hash: report.signed_hash || (await sha256(signedContent(report))),
        })),
      )
      const input = { study_id: study, seen }
      const id = await enqueueCommand(databases, app.author, { key: 'verifyReport', input, label: 'Verify' })
      app.wake()
      return id
    })
  }

  /** Opens the study from the server again, as the report's screen does online. */
  renew(study: string): Promise<void> {
    return runAs(this.tab, async () => {
      const { result } = await this.tab.call(reportCalls.reportDetail, { id: study })
      await keepConfirmed(this.tab.databases, result)
    })
  }

  /** Merges every conflict of this device: the server's text, and every mark of ours that it lacks. */
  async settle(newMark: () => string): Promise<number> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const parked = await databases.work.outbox.where('state').equals('parked').toArray()
      const conflicts = parked.filter((row) => findConflictRow([row]))
      for (const row of conflicts) {
        const merged = await this.#merge(row.record.slice('report:'.length), newMark)
        if (!merged) continue
        await settleWith(databases, app.author, merged)
        this.#open.delete(merged.study_id)
      }
      if (conflicts.length > 0) app.wake()
      return conflicts.length
    })
  }

  /** Sends everything that was refused once more. */
  async retry(): Promise<number> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const ids = await databases.work.outbox.where('state').equals('parked').primaryKeys()
      for (const id of ids) await unpark(databases, id)
      if (ids.length > 0) app.wake()
      return ids.length
    })
  }

  /** Gives up the last change of this device that the server has not acknowledged, and tells the ledger the answer. */
  giveUp(ledger: Ledger): Promise<void> {
    return runAs(this.tab, async () => {
      const { databases, app } = this.tab
      const rows = await databases.work.outbox.orderBy('seq').toArray()
      const last = rows.findLast(({ state }) => state !== 'acked')
      if (!last) return
      const { body } = await databases.outbox.open(last)
      const given = { id: last.id, marks: marksOf(body) }
      ledger.beginGivingUp(given)
      const answer = await app.giveUpCommand(last.id).catch((error: unknown) => {
        if (!this.tab.isDead) ledger.endGivingUp(given, false)
        throw error
      })
      ledger.endGivingUp(given, answer === 'gone')
      app.wake()
    })
  }

  async #merge(reportId: string, newMark: () => string): Promise<Draft | undefined> {
    const { outbox, work } = this.tab.databases
    const rows = await work.outbox.where('record').equals(`report:${reportId}`).sortBy('seq')
    const mine = await outbox.openAll(rows.filter(({ state }) => state !== 'acked'))
    const refused = mine.find((row) => row.state === 'parked' && row.lastError?.code === 'conflict')
    const theirs = refused && findTheirs(refused)
    if (!theirs) return undefined
    const known = marksIn(theirs.report_data)
    const ours = mine.flatMap(({ body }) => marksOf(body))
    const missing = [...new Set(ours)].filter((mark) => !known.includes(mark)).concat(newMark())
    return { ...draftFrom(theirs), report_data: theirs.report_data + missing.map(paragraph).join('') }
  }

  async #openReport(study: string): Promise<Draft> {
    const { databases, app } = this.tab
    const id = reportIdOf(study, 1)
    const kept = await takeOverDraft(databases, app.author, id)
    if (kept) return kept
    const shown = (await localRecords(databases).findReports(study)).find((report) => report.id === id)
    return shown ? draftFrom(shown) : { ...draftFrom(BLANK), report_id: id, study_id: study }
  }
}

const BLANK = {
  id: '',
  study_id: '',
  report_no: 1,
  report_name: '',
  report_data: '',
  conclusion: '',
  recommendation: '',
  rev: 0,
}

type Shown = Pick<ReportRow, keyof typeof BLANK>

function draftFrom(shown: Shown): Draft {
  const { id, study_id, report_no, report_name, report_data, conclusion, recommendation, rev } = shown
  return {
    report_id: id,
    study_id,
    report_no,
    report_name,
    report_data,
    conclusion,
    recommendation,
    base_rev: rev > 0 ? rev : undefined,
    updated: 0,
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
