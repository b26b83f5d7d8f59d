import { DOWN, FAIR, type Weather } from './weather.ts'

/** The actions of a schedule on a contender while its queue is delivered. */
export interface Stage {
  set: (weather: Weather) => void
  /** Resolves when a request with work has been passed to the server, before its response. */
  nextWrite: () => Promise<void>
  killServer: () => Promise<void>
  restartServer: () => Promise<void>
  closeTab: () => Promise<void>
  killBrowser: () => Promise<void>
  /** Opens the page again on the same profile, as a person would. */
  reopen: () => Promise<void>
}

/** One sequence of faults; the same for all contenders, drawn with the same seed. */
export interface Schedule {
  name: string
  seed: number
  /** The weather in which the network returns; without faults if absent. */
  weather?: Weather
  run: (stage: Stage) => Promise<void>
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The duration of bad weather. */
const SPELL_MS = 4_000
/** The duration of an outage. */
const GONE_MS = 2_000

const spell = (weather: Partial<Weather>): Pick<Schedule, 'weather' | 'run'> => ({
  weather: { ...FAIR, ...weather },
  run: async (stage) => {
    await pause(SPELL_MS)
    stage.set(FAIR)
  },
})

/**
 * The queue was filled offline; each schedule begins when the network is back, at 200 ms round trip. The
 * network returns in the schedule's weather, and the seeds hit the first delivery: otherwise a library that
 * sends everything in one request would avoid the faults.
 */
export const SCHEDULES: readonly Schedule[] = [
  { name: 'no fault', seed: 1, run: async () => {} },
  { name: 'lost requests', seed: 8, ...spell({ lostRequests: 0.3 }) },
  { name: 'lost answers', seed: 39, ...spell({ lostAnswers: 0.3 }) },
  { name: '503 with Retry-After', seed: 45, ...spell({ busy: 0.5 }) },
  {
    name: 'partition',
    seed: 5,
    run: async (stage) => {
      await stage.nextWrite()
      stage.set(DOWN)
      await pause(GONE_MS)
      stage.set(FAIR)
    },
  },
  {
    name: 'tab closed',
    seed: 6,
    run: async (stage) => {
      await stage.nextWrite()
      await stage.closeTab()
      await pause(GONE_MS)
      await stage.reopen()
    },
  },
  {
    name: 'browser killed',
    seed: 7,
    run: async (stage) => {
      await stage.nextWrite()
      await stage.killBrowser()
      await pause(GONE_MS)
      await stage.reopen()
    },
  },
  {
    name: 'server kill -9',
    seed: 9,
    run: async (stage) => {
      await stage.nextWrite()
      await stage.killServer()
      await pause(GONE_MS)
      await stage.restartServer()
    },
  },
]
