import type fc from 'fast-check'
import type { World } from '../sim/world.ts'

/** The required fields of a step: an optional one is set by a scene and never drawn. */
type Required<S> = { [F in keyof S as object extends Pick<S, F> ? never : F]: fc.Arbitrary<S[F]> }

/** One kind of step: its drawn fields, its words and its effect. */
export interface Row<S> {
  choices: Required<S>
  /** The step in words, for the report of a failure. */
  words: (step: S) => string
  perform: (world: World, step: S) => Promise<unknown> | void
  /** Whether it is a fault: the tally counts it. */
  isFault: boolean
}

/** Makes a kind of step that is a person's action. */
export const act = <S>(row: Omit<Row<S>, 'isFault'>): Row<S> => ({ ...row, isFault: false })

/** Makes a kind of step that is a fault. */
export const fault = <S>(row: Omit<Row<S>, 'isFault'>): Row<S> => ({ ...row, isFault: true })
