import { randomUUID } from 'node:crypto'
import type { DeskDeed } from './desk/desk-deed.ts'
import type { SimDevice } from './device.ts'

/** Something that a person did: of a save the mark in its text, else the command's id, once it is known. */
export interface Deed {
  device: SimDevice
  study: string
  kind: 'save' | 'assign' | 'verify'
  mark: string | undefined
  /** Present from the moment on when the device had acknowledged it. */
  id: string | undefined
  /** In words, for the report of a failure. */
  what: string
}

/** What was done in a schedule, and what the persons were told. */
export class Ledger {
  readonly deeds: Deed[] = []
  /** What was done at desks. */
  readonly desk: DeskDeed[] = []
  /** Commands that others of the same person stand in for. */
  readonly replaced = new Set<string>()
  /** Numbers that the server had given before it was restored. */
  readonly seenNumbers: { series: string; no: string; id: string }[] = []
  /** Things that no schedule may bring about, seen on the way. */
  readonly oddities: string[] = []
  /** Commands that persons gave up and were told that they are gone, and the marks that went with them. */
  readonly givenUp = { ids: new Set<string>(), marks: new Set<string>() }
  #marks = 0

  begin(deed: Omit<Deed, 'mark' | 'id'>): Deed {
    const mark = deed.kind === 'save' ? `w${(this.#marks += 1)}` : undefined
    const begun: Deed = { ...deed, mark, id: undefined }
    this.deeds.push(begun)
    return begun
  }

  /** Somebody begins something at a desk, about a record that there is or a new one. */
  beginAtDesk({
    record = randomUUID(),
    ...deed
  }: Pick<DeskDeed, 'device' | 'kind' | 'what'> & { record?: string }) {
    const begun: DeskDeed = { ...deed, record, told: undefined, command: undefined, money: [], isOver: false }
    this.desk.push(begun)
    return begun
  }

  /** Records of a kind that a desk has begun, in the order of the clicks. */
  begun(kind: 'register' | 'book'): string[] {
    return this.desk
      .filter((deed) => deed.kind === kind && deed.told !== undefined)
      .map(({ record }) => record)
  }

  giveUp({ id, marks }: { id: string; marks: readonly string[] }): void {
    this.givenUp.ids.add(id)
    for (const mark of marks) this.givenUp.marks.add(mark)
  }

  get acknowledged(): Deed[] {
    return this.deeds.filter(({ id }) => id !== undefined)
  }
}
