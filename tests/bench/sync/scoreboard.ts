import { ms, timingOf } from '../figures.ts'
import type { Contender } from './contenders.ts'
import { runSchedule, type Score, type Sizes } from './run-schedule.ts'
import { SCHEDULES } from './schedules.ts'

/** The scores of everybody, by schedule and then by contender; a text where a run could not be finished. */
export type Scores = Map<string, Map<string, Score | string>>

/** Runs everybody through every schedule, schedule by schedule, until `deadline` (performance.now()). */
export async function playAll(
  contenders: readonly Contender[],
  pages: string,
  sizes: Sizes,
  deadline: number,
): Promise<Scores> {
  const scores: Scores = new Map()
  for (const schedule of SCHEDULES) {
    const row = new Map<string, Score | string>()
    scores.set(`${schedule.name} (seed ${schedule.seed})`, row)
    for (const contender of contenders) {
      row.set(contender.name, await playOne(contender))
      console.log(`  ${schedule.name}: ${contender.name}: ${cellOf(row.get(contender.name))}`)
    }
    async function playOne(contender: Contender): Promise<Score | string> {
      if (performance.now() > deadline) return 'time was up'
      try {
        return await runSchedule(contender, schedule, pages, sizes)
      } catch (error) {
        return `broke off: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
      }
    }
  }
  return scores
}

const seconds = (took: number) => `${(took / 1000).toFixed(1)} s`

function cellOf(score: Score | string | undefined): string {
  if (score === undefined || typeof score === 'string') return score ?? ''
  const { lost, doubled, stuck, drainMs } = score
  const faults = [
    [lost, 'lost'],
    [doubled, 'doubled'],
    [stuck, 'stuck'],
  ] as const
  const wrong = faults.filter(([n]) => n > 0).map(([n, word]) => `**${n} ${word}**`)
  const took = drainMs === undefined ? 'not drained' : seconds(drainMs)
  return [...(wrong.length > 0 ? wrong : ['all once']), took].join(', ')
}

/** The scores as a table: a line for each schedule, a column for each contender, and how long each took to keep a record. */
export function tableOfScores(scores: Scores, contenders: readonly Contender[]): string {
  const names = contenders.map(({ name }) => name)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = [...scores].map(([schedule, row]) =>
    line([schedule, ...names.map((name) => cellOf(row.get(name)))]),
  )
  const acknowledged = names.map((name) => {
    const times = [...scores.values()].flatMap((row) => {
      const score = row.get(name)
      return score === undefined || typeof score === 'string' ? [] : score.acknowledgements
    })
    const { median, p95 } = timingOf(times)
    return times.length > 0 ? `median ${ms(median)}, p95 ${ms(p95)}` : ''
  })
  return [
    line(['', ...names]),
    line(['', ...names].map(() => '---')),
    ...rows,
    line(['kept on the device after', ...acknowledged]),
  ].join('\n')
}
