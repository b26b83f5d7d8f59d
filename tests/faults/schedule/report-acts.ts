import fc from 'fast-check'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { STUDIES, USERS } from '../sim/client.ts'
import type { Deed } from '../sim/ledger.ts'
import type { Person } from '../sim/person.ts'
import type { World } from '../sim/world.ts'
import { atTab } from './at-tab.ts'
import { act } from './row.ts'
import { seat, seatInWords } from './seat.ts'
import type { Seat } from './step.ts'

/** A study of the client, by its index. */
export const study = fc.nat(STUDIES - 1)

interface AtStudy extends Seat {
  study: number
}

interface Save extends AtStudy {
  status: SaveStatus
  /** Whether the report is opened again before; otherwise the open editor is used. */
  isFresh: boolean
  /** Whether it writes a text that the server always refuses. */
  isPoisoned?: boolean
}

const studyOf = (world: World, place: number) => world.client.studies[place % world.client.studies.length]!

/** Actions of doctors. */
export const REPORT_ACTS = {
  save: act<Save>({
    choices: {
      ...seat,
      study,
      status: fc.constantFrom('Auto', 'Auto', 'Auto', 'Draft', 'Draft', 'Draft', 'ReadyForSign', 'Signed'),
      isFresh: fc.boolean(),
    },
    words: saveInWords,
    perform: (world, step) =>
      doDeed(world, step, { kind: 'save', what: saveInWords(step) }, (person, at, { mark }) =>
        person.save(at, mark!, step),
      ),
  }),
  /** A person types without saving: the screen's stored text belongs to the report, even if the page dies. */
  type: act<AtStudy>({
    choices: { ...seat, study },
    words: typeInWords,
    perform: (world, step) =>
      doDeed(world, step, { kind: 'save', what: typeInWords(step) }, (person, at, { mark }) =>
        person.type(at, mark!),
      ),
  }),
  assign: act<AtStudy & { to: number | null }>({
    choices: { ...seat, study, to: fc.option(fc.nat(USERS - 1)) },
    words: assignInWords,
    perform: (world, step) =>
      doDeed(world, step, { kind: 'assign', what: assignInWords(step) }, (person, at) =>
        person.assign(at, step.to === null ? null : (world.client.users[step.to]?.id ?? null)),
      ),
  }),
  verify: act<AtStudy>({
    choices: { ...seat, study },
    words: verifyInWords,
    perform: (world, step) =>
      doDeed(world, step, { kind: 'verify', what: verifyInWords(step) }, (person, at) => person.verify(at)),
  }),
  /** A person opens a report online. */
  open: act<AtStudy>({
    choices: { ...seat, study },
    words: (step) => `${seatInWords(step)}: looks at study ${step.study + 1}`,
    perform: (world, step) => atTab(world, step, (person) => person.renew(studyOf(world, step.study))),
  }),
  /** A person merges the conflicts of this device. */
  settle: act<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)}: merges the conflicts`,
    perform: (world, step) => atTab(world, step, (person) => person.settle(() => world.ledger.newMark())),
  }),
  /** A person sends refused commands again. */
  retry: act<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)}: sends again what was refused`,
    perform: (world, step) => atTab(world, step, (person) => person.retry()),
  }),
  /** A person gives up the last change that is not on the server. */
  'give up': act<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)}: gives up the last change that waits`,
    perform: (world, step) => atTab(world, step, (person) => person.giveUp(world.ledger)),
  }),
  wait: act<{ ms: number }>({
    choices: { ms: fc.constantFrom(0, 10, 50, 200, 1_000, 5_000, 20_000) },
    words: ({ ms }) => `${ms} ms pass`,
    perform: (world, { ms }) => world.time.advance(ms),
  }),
} as const

function saveInWords(step: Save): string {
  const opens = step.isFresh ? 'opens' : 'goes on in'
  const poison = step.isPoisoned ? ' what no report may hold' : ''
  return `${seatInWords(step)}: ${opens} study ${step.study + 1}, saves as ${step.status}${poison}`
}

function typeInWords(step: AtStudy): string {
  return `${seatInWords(step)}: types in study ${step.study + 1}`
}

function assignInWords(step: AtStudy & { to: number | null }): string {
  const whom = step.to === null ? 'nobody' : `doctor ${step.to + 1}`
  return `${seatInWords(step)}: assigns study ${step.study + 1} to ${whom}`
}

function verifyInWords(step: AtStudy): string {
  return `${seatInWords(step)}: verifies study ${step.study + 1}`
}

async function doDeed(
  world: World,
  step: AtStudy,
  { kind, what }: Pick<Deed, 'kind' | 'what'>,
  run: (person: Person, study: string, deed: Deed) => Promise<string>,
): Promise<void> {
  const at = studyOf(world, step.study)
  await atTab(world, step, async (person, { device }) => {
    // A desk of the same schedule writes no reports.
    if (device.user.branches) return
    const deed = world.ledger.begin({ device, study: at, kind, what })
    if (world.options.isToldEarly) deed.id = 'told before it was kept'
    deed.id = await run(person, at, deed)
  })
}
