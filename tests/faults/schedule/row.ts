import type fc from 'fast-check'
import type { World } from '../sim/world.ts'

/** The fields that a step must have: an optional one is set by a scene and never chosen. */
type Required<S> = { [F in keyof S as object extends Pick<S, F> ? never : F]: fc.Arbitrary<S[F]> }

/** One kind of step, whole: what there is to choose in it, how it reads, and what it does. */
export interface Row<S> {
  choices: Required<S>
  /** The step in words, for the report of a failure. */
  words: (step: S) => string
  perform: (world: World, step: S) => Promise<unknown> | void
  /** Something goes wrong in it: the tally counts it. */
  isFault: boolean
}

/** A kind of step in which a person does something. */
export const act = <S>(row: Omit<Row<S>, 'isFault'>): Row<S> => ({ ...row, isFault: false })

/** A kind of step in which something goes wrong. */
export const fault = <S>(row: Omit<Row<S>, 'isFault'>): Row<S> => ({ ...row, isFault: true })
