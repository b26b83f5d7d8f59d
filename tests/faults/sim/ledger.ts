import { randomUUID } from 'node:crypto'
import type { DeskDeed } from './desk/desk-deed.ts'
import type { SimDevice } from './device.ts'

/** An action of a person: for a save the mark in its text, otherwise the command's id, once it is known. */
export interface Deed {
  device: SimDevice
  study: string
  kind: 'save' | 'assign' | 'verify'
  mark: string | undefined
  /** Set once the device has acknowledged it. */
  id: string | undefined
  /** In words, for the report of a failure. */
  what: string
}

/** A command that a person gives up, and the marks of its text. */
export interface GivenUp {
  id: string
  marks: readonly string[]
}

/** The actions of a schedule, and what the persons were told. */
export class Ledger {
  readonly deeds: Deed[] = []
  /** Actions at desks. */
  readonly desk: DeskDeed[] = []
  /** Commands that later ones of the same person replace. */
  readonly replaced = new Set<string>()
  /** Numbers that the server had given before it was restored. */
  readonly seenNumbers: { series: string; no: string; id: string }[] = []
  /** Events that no schedule may cause, seen during the run. */
  readonly oddities: string[] = []
  /** Commands that persons gave up and saw confirmed, and their marks. */
  readonly givenUp = { ids: new Set<string>(), marks: new Set<string>() }
  /** The same without the confirmation: their tab died first. */
  readonly mayBeGone = { ids: new Set<string>(), marks: new Set<string>() }
  #marks = 0

  /** Returns the mark of the next text. A merge has one too: its text may otherwise equal the server's. */
  newMark(): string {
    return `w${(this.#marks += 1)}`
  }

  begin(deed: Omit<Deed, 'mark' | 'id'>): Deed {
    const mark = deed.kind === 'save' ? this.newMark() : undefined
    const begun: Deed = { ...deed, mark, id: undefined }
    this.deeds.push(begun)
    return begun
  }

  /** Begins an action at a desk, about an existing record or a new one. */
  beginAtDesk({
    record = randomUUID(),
    ...deed
  }: Pick<DeskDeed, 'device' | 'kind' | 'what'> & { record?: string }) {
    const begun: DeskDeed = { ...deed, record, told: undefined, command: undefined, money: [], isOver: false }
    this.desk.push(begun)
    return begun
  }

  /** Returns the records of a kind that a desk has begun, in the order of the clicks. */
  begun(kind: 'register' | 'book'): string[] {
    return this.desk
      .filter((deed) => deed.kind === kind && deed.told !== undefined)
      .map(({ record }) => record)
  }

  /** A person gives up a command. If their tab dies before the answer, it may be gone or not. */
  beginGivingUp({ id, marks }: GivenUp): void {
    this.mayBeGone.ids.add(id)
    for (const mark of marks) this.mayBeGone.marks.add(mark)
  }

  /** The person heard whether the command is gone. */
  endGivingUp({ id, marks }: GivenUp, isGone: boolean): void {
    this.mayBeGone.ids.delete(id)
    for (const mark of marks) this.mayBeGone.marks.delete(mark)
    if (!isGone) return
    this.givenUp.ids.add(id)
    for (const mark of marks) this.givenUp.marks.add(mark)
  }

  get acknowledged(): Deed[] {
    return this.deeds.filter(({ id }) => id !== undefined)
  }
}
