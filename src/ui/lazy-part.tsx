import { type FunctionComponent, type ReactNode, useSyncExternalStore } from 'react'

/** A component whose code is fetched when it is first shown. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  /** Fetches the code ahead, so that the part stands at once when it is shown. */
  load: () => Promise<void>
}

interface Code<Props extends object> {
  Part?: FunctionComponent<Props>
  problem?: unknown
}

/** Some component, of whatever props. */
export type AnyPart = (props: never) => ReactNode
export type PropsOf<Part extends AnyPart> =
  Parameters<Part> extends [infer Props extends object] ? Props : object

/**
 * What `lazy` and `Suspense` do, without their wait: React holds back what was waited for until 300 ms after it drew the
 * stand-in, although the code is there after 20 (docs/decisions/152). `waiting` stands in meanwhile. Where the code cannot
 * be fetched the part throws, for the boundary around it; shown again, it tries again.
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
      // `Props` are its own, which the compiler does not see through the condition.
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
    // The failure is in the code's state, from where the part throws it.
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
