import { type FunctionComponent, type ReactNode, useSyncExternalStore } from 'react'

/** A component whose code is fetched when it is first shown. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code ahead, so that the part appears at once when shown. */
  load: () => Promise<void>
}

interface Code<Props extends object> {
  Part?: FunctionComponent<Props>
  problem?: unknown
}

/** A component with any props. */
export type AnyPart = (props: never) => ReactNode
export type PropsOf<Part extends AnyPart> =
  Parameters<Part> extends [infer Props extends object] ? Props : object

/**
 * Like `lazy` and `Suspense`, without their delay: React holds back loaded content until 300 ms after it showed the
 * fallback, although the code arrives after 20 (docs/decisions/152). Shows `waiting` meanwhile. If the code cannot be
 * loaded the part throws, for the error boundary around it; when shown again, it retries.
 */
export function lazyPart<Part extends AnyPart>(
  load: () => Promise<{ default: Part }>,
  waiting: ReactNode = null,
): LazyPart<PropsOf<Part>> {
  type Props = PropsOf<Part>
  let code: Code<Props> = {}
  let fetching: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const set = (next: Code<Props>) => {
    code = next
    for (const listener of listeners) listener()
  }
  const fetchCode = async () => {
    try {
      // `Props` is its props type, which the compiler cannot infer through the conditional.
      set({ Part: (await load()).default as unknown as FunctionComponent<Props> })
    } catch (problem) {
      fetching = undefined
      set({ problem })
      throw problem
    }
  }
  const begin = () => (fetching ??= fetchCode())
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    // The failure is stored in the code's state, from which the part throws it.
    begin().catch(() => undefined)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && code.problem !== undefined) code = {}
    }
  }
  const snapshot = () => code

  function Lazy(props: Props) {
    const { Part, problem } = useSyncExternalStore(subscribe, snapshot)
    if (problem !== undefined) throw problem
    return Part ? <Part {...props} /> : waiting
  }
  return Object.assign(Lazy, { load: begin })
}
