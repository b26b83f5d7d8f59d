import fc from 'fast-check'
import { isFault } from '../schedule/perform.ts'
import { SCHEDULES, type ScheduleName } from '../schedule/schedules.ts'
import type { Schedule } from '../schedule/step.ts'
import type { LabServer } from '../sim/server.ts'
import type { WorldOptions } from '../sim/world.ts'
import type { Violation } from './invariants.ts'
import { PromiseBroken, runSchedule } from './run.ts'

/** The totals of a search. */
export interface Tally {
  schedules: number
  steps: number
  requests: number
  /** Network faults that affected a request, and fault steps, by kind. */
  faults: Map<string, number>
  /** The longest delivery after the faults, by the schedule's clock. */
  longestDrainMs: number
}

export interface Search {
  name: ScheduleName
  seed: number
  runs: number
  /** Leads directly to one schedule of the seed. */
  path?: string
  timeMs?: number
  /** Whether the first failure ends the search; otherwise it is shrunk. */
  isFirstEnough?: boolean
  options?: () => WorldOptions
  /** Called for each schedule that breaks a guarantee, before the search shrinks it. */
  onBroken?: (broken: PromiseBroken) => void
}

/** The result of a search: undefined if every guarantee held. */
export interface Found {
  violations: readonly Violation[]
  schedule: Schedule
  path: string
  runs: number
  /** For a person: the broken guarantee, the schedule, and how to reproduce it. */
  report: string
}

export const newTally = (): Tally => ({
  schedules: 0,
  steps: 0,
  requests: 0,
  faults: new Map(),
  longestDrainMs: 0,
})

/** Runs schedules of a kind until one breaks a guarantee; then shrinks that one. */
export async function search(server: LabServer, tally: Tally, asked: Search): Promise<Found | undefined> {
  const { name, seed, runs, path, timeMs, isFirstEnough, options, onBroken } = asked
  const { arbitrary, withinMs } = SCHEDULES[name]
  const end = performance.now() + (timeMs ?? Number.POSITIVE_INFINITY)
  let hasRun = false
  const property = fc.asyncProperty(arbitrary, async (schedule) => {
    // A schedule is never interrupted; no schedule starts after the time has ended.
    if (performance.now() > end) return
    // A path leads to one schedule; if it passes, no further ones run.
    if (path !== undefined && hasRun) return
    hasRun = true
    const run = await runSchedule(server, schedule, { withinMs, ...options?.() })
    tally.schedules += 1
    tally.steps += run.steps
    tally.requests += run.requests
    tally.longestDrainMs = Math.max(tally.longestDrainMs, run.drainMs ?? 0)
    for (const [fault, count] of run.faults) add(tally, fault, count)
    for (const step of schedule.steps) if (isFault(step)) add(tally, step.do, 1)
    if (run.violations.length === 0) return
    const broken = new PromiseBroken(schedule, run.violations)
    onBroken?.(broken)
    throw broken
  })
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path }),
    ...(isFirstEnough || path !== undefined ? { endOnFailure: true } : {}),
  })
  if (!details.failed || details.counterexample === null) return undefined
  const error = details.errorInstance
  const violations = error instanceof PromiseBroken ? error.violations : []
  const schedule = details.counterexample[0]
  const foundPath = details.counterexamplePath ?? ''
  const words = error instanceof Error ? (violations.length > 0 ? error.message : error.stack) : String(error)
  const report = `A schedule "${name}" breaks a promise (seed ${seed}, path ${foundPath}):\n${words}\n\nSee it again: npm run faults -- --schedule "${name}" --seed ${seed} --path ${foundPath}`
  return { violations, schedule, path: foundPath, runs: details.numRuns, report }
}

function add({ faults }: Tally, fault: string, count: number): void {
  faults.set(fault, (faults.get(fault) ?? 0) + count)
}

/** Returns a tally in words. */
export function tallyInWords({ schedules, steps, requests, faults, longestDrainMs }: Tally): string {
  const kinds = [...faults].sort(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => `${kind} ${count}`)
  return `${schedules} schedules, ${steps} steps, ${requests} requests; longest delivery after the faults ${longestDrainMs} ms\n  faults: ${kinds.join(', ')}`
}
