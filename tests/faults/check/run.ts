import { ORPHANS_FIRST_MS, ORPHANS_LOOK_MS } from '#domain/time/intervals.ts'
import { perform } from '../schedule/perform.ts'
import type { Schedule } from '../schedule/step.ts'
import { scheduleInWords } from '../schedule/words.ts'
import type { LabServer } from '../sim/server.ts'
import { HEALED_WITHIN_MS, World, type WorldOptions } from '../sim/world.ts'
import { askAgain } from './ask-again.ts'
import { compareCopies } from './copies.ts'
import { decideAll, endFaults, isDelivered, pullAll, untilDelivered } from './heal.ts'
import { judge, judgeParked, type Violation } from './invariants.ts'
import { judgePokes } from './judge-pokes.ts'

const ORPHANS_MS = ORPHANS_FIRST_MS + ORPHANS_LOOK_MS

/** The result of a schedule. */
export interface Run {
  violations: Violation[]
  steps: number
  requests: number
  faults: ReadonlyMap<string, number>
  /** From the end of the faults to the end of the delivery, by the schedule's clock. */
  drainMs: number | undefined
}

/** A schedule broke a guarantee; the message contains the guarantee and the schedule in words. */
export class PromiseBroken extends Error {
  readonly violations: readonly Violation[]
  constructor(schedule: Schedule, violations: readonly Violation[]) {
    const lines = violations.map(({ invariant, what }) => `  ${invariant}: ${what}`)
    super(`${lines.join('\n')}\n${scheduleInWords(schedule)}`)
    this.name = 'PromiseBroken'
    this.violations = violations
  }
}

/** A device hears of a restore by a pull, and only then returns what the server lacks: each round may start another. */
const ROUNDS_MAX = 4

/** Lets persons decide and devices pull until nothing changes any more; returns what did not end. */
async function settle(world: World): Promise<string[]> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!(await decideAll(world))) return ['what persons decided was not delivered']
    if (!(await pullAll(world))) return ['acknowledged changes did not leave']
    if (await isDelivered(world)) return []
    if ((await untilDelivered(world)) === undefined)
      return ['what came back after a restore was not delivered']
  }
  return ['what came back after a restore was never settled']
}

/** Runs a schedule, ends all faults, and checks the result. */
export async function runSchedule(
  server: LabServer,
  schedule: Schedule,
  { withinMs = HEALED_WITHIN_MS, ...options }: WorldOptions & { withinMs?: number } = {},
): Promise<Run> {
  const world = await World.open(schedule, server, options)
  try {
    for (const step of schedule.steps) await perform(world, step)
    await endFaults(world)
    const drainMs = await untilDelivered(world)
    // The typed text of a dead page is searched at intervals.
    if (schedule.steps.some((step) => step.do === 'type')) await world.time.advance(ORPHANS_MS)
    const late = (what: string): Violation => ({ invariant: 'everything is delivered in time', what })
    const violations: Violation[] = []
    violations.push(...(await judgeParked(world)))
    if (drainMs === undefined) violations.push(late('the queues did not empty'))
    else if (drainMs > Math.max(withinMs, world.slackMs))
      violations.push(late(`the queues took ${drainMs} ms to empty`))
    else violations.push(...(await settle(world)).map(late))
    violations.push(...(await judge(world)), ...(await compareCopies(world)))
    violations.push(...judgePokes(world), ...(await askAgain(world)))
    const { requests, counts: faults } = world.network
    return { violations, steps: schedule.steps.length, requests, faults, drainMs }
  } finally {
    await world.close()
  }
}
