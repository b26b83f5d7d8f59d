import { type RawBuilder, sql } from 'kysely'
import { told } from '#contract/kernel/told.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { knowsOf } from '#server/kernel/auth/tell.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { MountedMaster } from './hooks.ts'
import { type MasterRecordBody, recordsOf } from './records.ts'
import { mayRead } from './rights.ts'
import { selectByIds, visibleRows } from './store.ts'

/** A record as devices keep it. */
export interface MasterCopyBody {
  rev: number
  record: MasterRecordBody
}

/**
 * How copies of one master are read. A master over one table gets its reader from the declaration (`copiesOf`); one that
 * is stored otherwise brings its own.
 */
export interface CopyReader {
  master: AnyMaster
  /**
   * A select of `id` and `rev` of every record that the caller's devices hold, as part of one union over all masters;
   * undefined where they hold none. Ids are those of the copies (a role's uid).
   */
  revisions: (tx: Tx, caller: Caller) => RawBuilder<unknown> | undefined
  /** Those of `ids` that the caller may see, by id, with the revision that `revisions` names. */
  read: (tx: Tx, caller: Caller, ids: readonly string[]) => Promise<ReadonlyMap<string, MasterCopyBody>>
}

/** The reader of a master that the engine serves over its own table. */
export function copiesOf(mounted: MountedMaster): CopyReader {
  const { master, hooks } = mounted
  return {
    master,
    revisions: (tx, caller) =>
      mayRead(master, caller)
        ? sql`${visibleRows(tx, mounted, caller).select(['m.id as id', sql<number>`${hooks.revision?.(caller) ?? sql`m.rev`}`.as('rev')])}`
        : undefined,
    read: async (tx, caller, ids) => {
      if (!mayRead(master, caller)) return new Map()
      const rows = await selectByIds(tx, mounted, caller, ids)
      const records = await recordsOf(mounted, rows, { tx, caller })
      return new Map(
        records.map((record) => [
          record.id as string,
          { rev: record.rev as number, record: cut(master, record, caller) },
        ]),
      )
    },
  }
}

/**
 * The record as the master's own list would show it to the caller: what the declaration does not name never travels, and
 * what the caller may not know is left out. A part that does not fit its declaration is left out too, so that it keeps no
 * device from the other records.
 */
export function cut(master: AnyMaster, record: MasterRecordBody, caller: Caller): MasterRecordBody {
  return told<MasterRecordBody>(master.record, declared(master, record), knowsOf(caller))
}

function declared(master: AnyMaster, record: MasterRecordBody): MasterRecordBody {
  const parsed = master.record.safeParse(record)
  if (parsed.success) return parsed.data
  const unfit = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const names = ['id', 'rev', 'created', ...shownNames(master)].filter((name) => !unfit.has(name))
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))
}

const shownNames = ({ fields, extra, computed }: AnyMaster) => [
  ...Object.entries(fields).map(([name, { kind }]) => (kind === 'secret' ? `has_${name}` : name)),
  ...Object.keys({ ...extra, ...computed }),
]
