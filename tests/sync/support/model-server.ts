import type { deviceCalls } from '#contract/calls/devices.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { Command, CommandAnswer, SyncRow } from '#contract/calls/sync.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { statusAfterSave } from '#domain/status/report-status.ts'
import { aReport, aStudy } from './rows.ts'
import { type Delivery, SealedDoor, sealedAnswer } from './sealed-door.ts'

/** The network's effect on one request. */
export type Fault =
  | 'lost request'
  | 'lost answer'
  | 'twice'
  /** The whole request gets this response. */
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Each command of the request gets this result. */
  | { each: ErrorCode; retryAfter?: number }

type Contact = InputOf<typeof deviceCalls.contact>

interface Logged {
  input: string
  answer: CommandAnswer
}

/** A command's effect; effects are in the order in which they happened. */
export interface Happened {
  id: string
  call: string
  status: string
  text: string
}

/**
 * The server's guarantees in memory (docs/sync.md#on-the-server): exactly once by id, revisions,
 * dependencies, a feed. The network is scripted: each request uses up one of `faults`, and without faults
 * everything passes.
 */
export class ModelServer {
  readonly studies = new Map<string, StudyRow>()
  readonly reports = new Map<string, ReportRow>()
  readonly happened: Happened[] = []
  readonly batches: Command[][] = []
  faults: Fault[] = []
  /** Called before each command; a returned code refuses it. */
  refuse: (command: Command) => ErrorCode | undefined = () => undefined
  /** Returns what an effect leaves for a person to do. */
  flag: (command: Command) => string[] = () => []
  /** Commands that never run. */
  readonly voided = new Set<string>()
  /** A command that is running and cannot be voided now. */
  isAt: string | undefined
  /** The entry of sealed commands. */
  readonly door = new SealedDoor()
  sealedBatches = 0
  /** The facts that devices sent about themselves. */
  readonly contacts: Contact[] = []
  /** The number of days for which devices keep acknowledged commands. */
  journalDays = 7
  isReachable = true
  epoch = 'first'
  granted = ['client', 'branch:one']
  pullRows: SyncRow[][] = []
  /** The number of pulls that are answered with a complete resync. */
  resyncs = 0
  readonly #log = new Map<string, Logged>()
  #pos = 0

  constructor(studies: readonly StudyRow[] = [aStudy()]) {
    for (const study of studies) this.studies.set(study.id, study)
  }

  /** The fetch port of a device. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    init.signal?.throwIfAborted()
    if (!this.isReachable) throw new TypeError('fetch failed')
    if (url.startsWith('/api/sync/hello')) return json(200, await this.#hello())
    if (url.startsWith('/api/sync/pull')) {
      if (this.resyncs-- > 0) return json(410, { code: 'resync', message: 'away too long' })
      return json(200, this.#pull())
    }
    // Pages script this server's contents, so it calculates no checksums.
    if (url.startsWith('/api/sync/stream') || url.startsWith('/api/sync/checksums')) return json(503, {})
    if (url.startsWith('/api/sync/compare')) {
      const { commands } = JSON.parse(init.body as string) as { commands: { id: string }[] }
      const lacking = commands.map(({ id }) => id).filter((id) => !this.#log.has(id))
      return json(200, { epoch: this.epoch, lacking })
    }
    if (url.startsWith('/api/device/contact')) {
      this.contacts.push(JSON.parse(init.body as string) as Contact)
      return json(200, { result: { device_name: 'Desk 1', vault_days: 14, journal_days: this.journalDays } })
    }
    const fault = this.faults.shift()
    if (fault === 'lost request') throw new TypeError('fetch failed')
    if (typeof fault === 'object' && 'status' in fault)
      return json(fault.status, fault.body ?? {}, fault.headers)
    const each = typeof fault === 'object' && 'each' in fault ? fault : undefined
    const answer = url.startsWith('/api/sync/void')
      ? this.#void(JSON.parse(init.body as string) as { ids: string[] })
      : await this.#deliver(url, init.body as string, fault === 'twice', each)
    if (fault === 'lost answer') throw new TypeError('fetch failed')
    return json(200, answer)
  }

  async #hello() {
    const { id, raw } = await this.door.publicKey()
    return { server_time: new Date().toISOString(), epoch: this.epoch, public_key: { id, key: raw } }
  }

  /** Handles both entries; the results of the sealed one contain nothing of the record. */
  async #deliver(
    url: string,
    body: string,
    isTwice: boolean,
    each: { each: ErrorCode; retryAfter?: number } | undefined,
  ) {
    const isSealed = url.startsWith('/api/sync/deliver')
    const commands = isSealed
      ? await this.door.open(JSON.parse(body) as Delivery)
      : (JSON.parse(body) as { commands: Command[] }).commands
    this.batches.push(commands.flatMap((command) => ('refused' in command ? [] : [command])))
    if (isSealed) this.sealedBatches += 1
    const run = () =>
      commands.map((command) => {
        if ('refused' in command) return refusal(command.id, command.refused)
        return each ? refusal(command.id, each.each, each.retryAfter) : this.#run(command)
      })
    const answers = run()
    if (isTwice) run()
    return { answers: isSealed ? answers.map(sealedAnswer) : answers }
  }

  #void({ ids }: { ids: string[] }) {
    const results = ids.map((id) => {
      if (this.isAt === id) return { id, voided: false, answer: refusal(id, 'in_progress') }
      const done = this.#log.get(id)
      if (done) return { id, voided: false, answer: { ...done.answer, replayed: true } }
      this.voided.add(id)
      return { id, voided: true }
    })
    return { results }
  }

  /** Saves a report as another person. */
  saveElsewhere(report: Partial<ReportRow>): ReportRow {
    const before = this.reports.get(report.id ?? aReport(report).id)
    const saved = aReport({ ...before, ...report, rev: (before?.rev ?? 0) + 1 })
    this.reports.set(saved.id, saved)
    this.#pos += 1
    return saved
  }

  #pull() {
    const rows = this.pullRows.shift() ?? []
    return {
      rows,
      cursor: `at ${this.#pos} ${this.pullRows.length}`,
      pos: this.#pos,
      more: this.pullRows.length > 0,
      epoch: this.epoch,
      granted: this.granted,
      lost: [],
      windows: { study: { from: '2026-08-01T00:00:00.000Z' }, report: { from: '2026-11-01T00:00:00.000Z' } },
    }
  }

  #run(command: Command): CommandAnswer {
    const first = this.#log.get(command.id)
    if (first) {
      if (first.input !== JSON.stringify(command.input)) return refusal(command.id, 'id_reused')
      return { ...first.answer, replayed: true }
    }
    if (this.voided.has(command.id)) return refusal(command.id, 'voided')
    const ran = command.supersedes?.find((id) => this.#log.has(id))
    if (ran) return { ...this.#log.get(ran)!.answer, id: command.id, replayed: true, ran }
    const needed = [
      ...command.depends,
      ...(command.base && 'follows' in command.base ? [command.base.follows] : []),
    ]
    if (needed.some((id) => !this.#log.has(id))) return refusal(command.id, 'dependency')
    const refused = this.refuse(command)
    if (refused) return refusal(command.id, refused)
    const answer = command.call === 'saveReport' ? this.#save(command) : this.#change(command)
    if (answer.status !== 200) return answer
    for (const id of command.supersedes ?? []) this.voided.add(id)
    const flags = this.flag(command)
    const flagged = flags.length > 0 ? { ...answer, flags } : answer
    this.#log.set(command.id, { input: JSON.stringify(command.input), answer: flagged })
    return flagged
  }

  #save(command: Command): CommandAnswer {
    const input = command.input as unknown as ReportRow & { status: 'Auto' | 'Draft' }
    const stored = this.reports.get(input.id)
    if (stored && stored.rev !== this.#baseRev(command))
      return refusal(command.id, 'conflict', undefined, stored)
    const status = statusAfterSave(stored?.status ?? 'Pending', input.status, true)
    if (!status) return refusal(command.id, 'already_signed')
    const report = aReport({ ...stored, ...input, status, rev: (stored?.rev ?? 0) + 1 })
    this.reports.set(report.id, report)
    const before = this.studies.get(input.study_id)!
    const study = { ...before, status, rev: before.rev + 1 }
    this.studies.set(study.id, study)
    return this.#done(command, report.rev, { report, study }, input.status, input.report_data)
  }

  #change(command: Command): CommandAnswer {
    const before = this.studies.get(String(command.input.study_id))!
    const assigned = command.input.assigned_doctor_id as string | null
    const change =
      command.call === 'verifyReport' ? { status: 'Verified' as const } : { assigned_doctor_id: assigned }
    const study = { ...before, ...change, rev: before.rev + 1 }
    this.studies.set(study.id, study)
    return this.#done(command, study.rev, { study }, study.status, '')
  }

  #done({ id, call }: Command, rev: number, result: object, status: string, text: string): CommandAnswer {
    this.#pos += 1
    this.happened.push({ id, call, status, text })
    return { id, status: 200, replayed: false, pos: this.#pos, rev, body: { message: 'Saved', result } }
  }

  #baseRev({ base }: Command): number | undefined {
    if (!base) return undefined
    return 'rev' in base ? base.rev : (this.#log.get(base.follows)?.answer.rev ?? undefined)
  }
}

function refusal(id: string, code: ErrorCode, retryAfter?: number, current?: unknown): CommandAnswer {
  const { status, message } = ERROR_CODES[code]
  const body = { message, code, current, ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) }
  return { id, status, replayed: false, pos: null, rev: null, body }
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
