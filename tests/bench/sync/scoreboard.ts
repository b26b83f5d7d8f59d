import { ms, timingOf } from '../figures.ts'
import type { Contender } from './contenders.ts'
import { ROUNDS, runKeeping, WAYS, type Way } from './run-keeping.ts'
import { runSchedule, type Score, type Sizes } from './run-schedule.ts'
import { SCHEDULES } from './schedules.ts'

/** The text of each line's cells, by contender. */
export type Scores = Map<string, Map<string, string>>

/** The scoreboard's row with the time to store a record. */
export const KEPT = 'kept'

/** The rows that `--only` may name besides the figures. */
export const ROWS: readonly string[] = [...SCHEDULES.map(({ name }) => name), KEPT]

/** The labels of the two lines about storing. */
const KEPT_LINES: Record<Way, string> = {
  default:
    'kept on the device after, each by its default: Readroom strict and sealed, the others relaxed and readable',
  strict:
    'kept on the device after, all with IndexedDB `durability: "strict"`: Readroom sealed, the others readable',
}

/**
 * Runs every contender through every schedule, schedule by schedule, and measures their storing, until
 * `deadline` (performance.now()). `only` names one row.
 */
export async function playAll(
  contenders: readonly Contender[],
  pages: string,
  sizes: Sizes,
  deadline: number,
  only?: string,
): Promise<Scores> {
  const scores: Scores = new Map()
  const play = async (contender: Contender, run: () => Promise<string>): Promise<string> => {
    if (performance.now() > deadline) return 'time was up'
    try {
      return await run()
    } catch (error) {
      return `broke off: ${contender.name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
    }
  }
  for (const schedule of SCHEDULES) {
    if (only !== undefined && only !== schedule.name) continue
    const row = new Map<string, string>()
    scores.set(`${schedule.name} (seed ${schedule.seed})`, row)
    for (const contender of contenders) {
      const cell = await play(contender, async () =>
        cellOf(await runSchedule(contender, schedule, pages, sizes)),
      )
      row.set(contender.name, cell)
      console.log(`  ${schedule.name}: ${contender.name}: ${cell}`)
    }
  }
  if (only === undefined || only === KEPT) {
    const times = new Map<string, number[]>()
    const placeOf = (way: Way, { name }: Contender) => `${way} ${name}`
    const broken = new Map<string, string>()
    // In turn, so that a slower minute of the machine affects all contenders.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const way of WAYS)
        for (const contender of contenders) {
          const place = placeOf(way, contender)
          const failure = await play(contender, async () => {
            const taken = await runKeeping(contender, way, pages, sizes.records)
            times.set(place, [...(times.get(place) ?? []), ...taken])
            return ''
          })
          if (failure !== '') broken.set(place, failure)
        }
    for (const way of WAYS) {
      const row = contenders.map((contender): [string, string] => {
        const place = placeOf(way, contender)
        return [contender.name, broken.get(place) ?? spreadOf(times.get(place) ?? [])]
      })
      scores.set(KEPT_LINES[way], new Map(row))
      for (const [name, cell] of row) console.log(`  kept, ${way}: ${name}: ${cell}`)
    }
  }
  return scores
}

const seconds = (took: number) => `${(took / 1000).toFixed(1)} s`

function spreadOf(times: readonly number[]): string {
  const { median, p95 } = timingOf(times)
  return `median ${ms(median)}, p95 ${ms(p95)}`
}

function cellOf({ lost, doubled, stuck, drainMs }: Score): string {
  const faults = [
    [lost, 'lost'],
    [doubled, 'doubled'],
    [stuck, 'stuck'],
  ] as const
  const wrong = faults.filter(([n]) => n > 0).map(([n, word]) => `**${n} ${word}**`)
  const took = drainMs === undefined ? 'not drained' : seconds(drainMs)
  return [...(wrong.length > 0 ? wrong : ['all once']), took].join(', ')
}

/** Returns the scores as a table: a line for each schedule and each kind of storing, a column for each contender. */
export function tableOfScores(scores: Scores, contenders: readonly Contender[]): string {
  const names = contenders.map(({ name }) => name)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['', ...names]),
    line(['', ...names].map(() => '---')),
    ...[...scores].map(([title, row]) => line([title, ...names.map((name) => row.get(name) ?? '')])),
  ].join('\n')
}
