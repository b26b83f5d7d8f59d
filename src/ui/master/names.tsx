import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { type MasterKey, referredTo } from '#contract/masters/engine/keys.ts'
import { copyIdOf, type MasterRecord, nameOf } from '#src/sync/masters/master-of.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

type Names = ReadonlyMap<string, string>
type NamesByKind = Readonly<Partial<Record<MasterKey, Names>>>

const Known = createContext<NamesByKind>({})

/** The masters referenced by fields of `master`. */
export function kindsReferredTo({ fields }: AnyMaster): MasterKey[] {
  const kinds = Object.values(fields).flatMap((field) =>
    field.kind === 'reference' || field.kind === 'references' ? [referredTo(field)] : [],
  )
  return [...new Set(kinds)]
}

/** Reads the names of these masters once for all cells below, each of which needs many of them. */
export function NamesProvider({ kinds, children }: { kinds: readonly MasterKey[]; children: ReactNode }) {
  const [kind, ...others] = kinds
  if (kind === undefined) return children
  return (
    <OneKind kind={kind}>
      <NamesProvider kinds={others}>{children}</NamesProvider>
    </OneKind>
  )
}

function OneKind({ kind, children }: { kind: MasterKey; children: ReactNode }) {
  const outer = useContext(Known)
  const { rows } = useMasters(kind)
  const known = useMemo(() => {
    const names = new Map((rows as readonly MasterRecord[]).map((row) => [copyIdOf(row), nameOf(row)]))
    return { ...outer, [kind]: names }
  }, [outer, kind, rows])
  return <Known.Provider value={known}>{children}</Known.Provider>
}

/** The known names of records of `kind`, by id. */
export function useNames(kind: MasterKey): Names | undefined {
  return useContext(Known)[kind]
}
