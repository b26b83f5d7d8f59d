import fc from 'fast-check'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { Reach } from '#src/sync/api/reach.ts'
import { createLink } from '#src/sync/link/link.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { type Fault, ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const STUDIES = 40
const COMMANDS = 200
/** docs/sync.md: counted from the first answered probe; the control measures the load of a busy machine. */
const HEALED_MS = 5_000
const TIMES_CONTROL = 3

const anyFault = fc.oneof(
  fc.constantFrom<Fault>('lost request', 'lost answer', 'twice'),
  fc.constantFrom<Fault>({ status: 502 }, { status: 504 }, { each: 'unavailable' }, { each: 'in_progress' }),
)

/** Waits for the end of the queue, as long as a busy machine needs. */
async function drained(databases: Databases): Promise<void> {
  while (!(await isDrained(databases))) await new Promise((resolve) => setTimeout(resolve, 20))
}

const newServer = () =>
  new ModelServer(Array.from({ length: STUDIES }, (_, n) => aStudy({ id: studyId(n + 1) })))

async function keep({ databases, device }: Page, n: number): Promise<void> {
  const study = studyId((n % STUDIES) + 1)
  if (n % 3 === 0) {
    const input = { study_id: study, assigned_doctor_id: DOCTOR, signed_by_doctor_id: null }
    await enqueueCommand(databases, device.author, { key: 'assignDoctor', input, label: 'Assign' })
  } else {
    await saveDraftIn(databases, device.author, aDraft(`${n}`, { study_id: study }), 'Draft', saveLabel)
  }
}

/** Returns the time for as many commands on this machine without any fault. */
async function control(): Promise<number> {
  const page = await openPage(new Browser(), newServer())
  page.link.set(false)
  for (let n = 0; n < COMMANDS; n += 1) await keep(page, n)
  page.link.set(true)
  const began = performance.now()
  await drained(page.databases)
  const ms = performance.now() - began
  await page.device.stop()
  page.databases.close()
  return ms
}

test('after any network partition 200 commands are sent within 5 s of the first successful probe', async () => {
  const controlMs = await control()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFault, { maxLength: 20 }),
      fc.integer({ min: 1, max: COMMANDS / 2 }),
      fc.integer({ min: 1, max: 0x7fffffff }),
      async (faults, cutAt, seed) => {
        const server = newServer()
        const reach$ = new Subject<Reach>()
        let firstAnswer: number | undefined
        let isHealing = false
        const link = createLink({
          visible$: new BehaviorSubject(true),
          network$: NEVER,
          reach$,
          now: () => new Date(),
          random: Math.random,
          probe: async () => {
            if (server.isReachable && isHealing) firstAnswer ??= performance.now()
            return server.isReachable
          },
        })
        const call = callerOver(async (url, init) => {
          const asked = new Date()
          try {
            const response = await server.fetch(url, init)
            const answered = response.status !== 502 && response.status !== 504
            reach$.next(answered ? { answered, asked } : { answered })
            return response
          } catch (error) {
            reach$.next({ answered: false })
            throw error
          }
        })
        // The waits are random as in the app; the clock is the real one.
        const random = drawFrom(seed)
        const page = await openPage(new Browser(), server, { call, link, random, now: () => Date.now() })
        const { databases, device } = page
        server.faults = [...faults]
        for (let n = 0; n < COMMANDS; n += 1) {
          await keep(page, n)
          device.wake()
          if (n === cutAt) server.isReachable = false
        }
        await until(() => !link.state().online, 'the partition')
        expect(await databases.work.outbox.where('state').notEqual('acked').count()).toBeGreaterThan(50)
        isHealing = true
        server.isReachable = true
        server.faults = []
        await drained(databases)
        const healedMs = performance.now() - firstAnswer!
        expect(healedMs).toBeLessThan(Math.max(HEALED_MS, TIMES_CONTROL * controlMs))
        expect(new Set(server.happened.map(({ id }) => id)).size).toBe(server.happened.length)
        link.stop()
        await device.stop()
        databases.close()
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
}, 120_000)

/** Returns random numbers between 0 and 1, the same for the same seed. */
function drawFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 0x7fffffff
    return state / 0x7fffffff
  }
}
