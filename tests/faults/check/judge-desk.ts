import type { OpenCommand } from '#src/db/tables.ts'
import type { DeskDeed, TakenMoney } from '../sim/desk/desk-deed.ts'
import type { World } from '../sim/world.ts'
import type { DeskView, Numbered } from './desk-view.ts'
import { viewDesks } from './desk-view.ts'
import type { Violation } from './invariants.ts'
import type { LogRow } from './server-view.ts'

/** The unsent part of a device's data. */
export interface Waiting {
  device: DeskDeed['device']
  commands: readonly OpenCommand[]
}

/** Compares what persons at desks were told with the server's data and the devices' waiting commands. */
export async function judgeDesk(
  world: World,
  log: readonly LogRow[],
  waiting: readonly Waiting[],
): Promise<Violation[]> {
  if (!world.client.centre) return []
  const view = await viewDesks(world.server, world.client.id)
  const done = new Set(log.filter(({ status }) => status === 200).map(({ id }) => id))
  const waits = new Map(waiting.map(({ device, commands }) => [device, commands]))
  const { givenUp, mayBeGone, replaced } = world.ledger
  const facts = { view, done, givenUp: givenUp.ids.union(mayBeGone.ids).union(replaced) }
  return world.ledger.desk
    .flatMap((deed) => judgeDeed(deed, facts, waits.get(deed.device) ?? []))
    .concat(numbersGivenTwice(world, view))
}

interface Facts {
  view: DeskView
  done: ReadonlySet<string>
  givenUp: ReadonlySet<string>
}

function judgeDeed(deed: DeskDeed, facts: Facts, commands: readonly OpenCommand[]): Violation[] {
  const found: Violation[] = []
  const say = (invariant: Violation['invariant'], what: string) =>
    found.push({ invariant, what: `${deed.what} ${what}` })
  if (deed.told === undefined || deed.told === 'refused') return []
  for (const money of deed.money) {
    const problem = moneyProblem(money, facts, commands)
    if (problem) say('cash that is said to be kept is there', problem)
  }
  if (deed.told === 'kept' && deed.isOver)
    say('nobody is booked over what the device shows', 'was kept at a time that the device showed as taken')
  const isThere = isAtServer(deed, facts)
  if (deed.told === 'filed' && !isThere)
    say('what a screen calls filed is filed', `was called filed, and the server has no such thing`)
  if (
    deed.told === 'kept' &&
    !isThere &&
    !isWaiting(deed, commands) &&
    !facts.givenUp.has(deed.command ?? '')
  )
    say('nothing acknowledged is lost', 'is neither on the server nor on the device')
  return found
}

/** Returns the missing part of taken money, in words. */
function moneyProblem(
  { id, amount, no, isFinal }: TakenMoney,
  { view }: Facts,
  commands: readonly OpenCommand[],
): string | undefined {
  const booked = view.money.get(id)
  if (booked !== undefined && booked !== amount) return `took ${amount}, and the server has ${booked}`
  const numbered = view.numbers.find((one) => one.id === id)
  if (isFinal && numbered && numbered.no !== no) return `was printed as ${no}, and is ${numbered.no} now`
  if (booked !== undefined) return undefined
  const carrier = commands.find((command) => carries(command, id))
  if (!carrier) return `took ${amount}, which is nowhere`
  // It may wait for a person only if the server refused the money itself.
  return carrier.state === 'parked' ? undefined : `took ${amount}, which waits behind something else`
}

function carries({ body }: OpenCommand, id: string): boolean {
  const { receipts } = body.input as { receipts?: { id: string }[] }
  return receipts?.some((receipt) => receipt.id === id) ?? false
}

function isAtServer({ kind, record, command, money }: DeskDeed, { view, done }: Facts): boolean {
  if (kind === 'register') return view.patients.has(record)
  if (kind === 'pay' || kind === 'refund') return money.every(({ id }) => view.money.has(id))
  return command !== undefined && done.has(command)
}

const isWaiting = ({ kind, record, command, money }: DeskDeed, commands: readonly OpenCommand[]): boolean =>
  commands.some(
    (row) =>
      row.id === command ||
      (kind === 'register' && row.record === `patient:${record}`) ||
      money.some(({ id }) => carries(row, id)),
  )

/** Returns numbers that two records have, on the server or on a printed paper. */
function numbersGivenTwice({ ledger }: World, { numbers }: DeskView): Violation[] {
  const branchOf = new Map(numbers.map(({ id, series }) => [id, series]))
  const printed = ledger.desk.flatMap(({ money }) =>
    money.flatMap(({ id, no, isFinal }): Numbered[] => {
      const series = branchOf.get(id)
      return isFinal && series !== undefined ? [{ series, no, id }] : []
    }),
  )
  const bearers = Map.groupBy(
    [...numbers, ...printed, ...ledger.seenNumbers],
    ({ series, no }) => `${series} ${no}`,
  )
  return [...bearers].flatMap(([number, all]) =>
    new Set(all.map(({ id }) => id)).size > 1
      ? [
          {
            invariant: 'no number is given twice' as const,
            what: `${number} stands on ${all.length} records`,
          },
        ]
      : [],
  )
}
