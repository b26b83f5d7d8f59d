// Replaces vitest when plain-runner.ts runs a test file: collects the tests with the hooks around them, which then run one
// by one for a mutant.
import { expect, vi } from 'vitest'

export { expect, vi }

// What vitest's clocks and waiting read of its process.
Object.assign(globalThis, { __vitest_worker__: { config: { fakeTimers: { loopLimit: 10_000 } } } })

type Body = (...given: never[]) => unknown

/** A test with its case, ready to run. */
export interface PlainTest {
  name: string
  run: () => unknown
}

const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const
type Hook = (typeof HOOKS)[number]

/** A file or a group of tests, with its hooks. */
interface Scope {
  parent: Scope | undefined
  hooks: Record<Hook, Body[]>
  /** How many of its tests have not run yet. */
  left: number
  hasBegun: boolean
}

const scopeIn = (parent: Scope | undefined): Scope => ({
  parent,
  hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
  left: 0,
  hasBegun: false,
})

let scope = scopeIn(undefined)
let collected: PlainTest[] = []

/** Returns the tests collected since the last call. */
export function takeCollected(): PlainTest[] {
  const taken = collected
  collected = []
  scope = scopeIn(undefined)
  return taken
}

/** What vitest's setup provides to tests: the address at which they ask for a database. */
const provided = new Map<string, unknown>()
export const provide = (name: string, value: unknown): unknown => provided.set(name, value)
export const inject = (name: string): unknown => provided.get(name)

/** vitest accepts options or a time limit beside the body; both are ignored here. */
const bodyOf = (rest: readonly unknown[]) => rest.find((one): one is Body => typeof one === 'function')

/** A case that is a list is passed as several arguments. */
const argumentsOf = (item: unknown) => (Array.isArray(item) ? item : [item]) as never[]

/** The scope and those around it, the innermost first. */
const around = (one: Scope | undefined): Scope[] => (one ? [one, ...around(one.parent)] : [])

/** Runs hooks one after another; one that returns a function has it called after the test or the group. */
async function runHooks(hooks: readonly Body[], later: Body[]): Promise<void> {
  for (const hook of hooks) {
    const after = await hook()
    if (typeof after === 'function') later.push(after as Body)
  }
}

async function runIn(inner: Scope, body: () => unknown): Promise<void> {
  const chain = around(inner)
  const later: Body[] = []
  let isPassed = false
  try {
    for (const one of chain.toReversed()) {
      if (one.hasBegun) continue
      one.hasBegun = true
      await runHooks(one.hooks.beforeAll, one.hooks.afterAll)
    }
    for (const one of chain.toReversed()) await runHooks(one.hooks.beforeEach, later)
    await body()
    isPassed = true
  } finally {
    await runHooks([...later.toReversed(), ...chain.flatMap(({ hooks }) => hooks.afterEach.toReversed())], [])
    for (const one of chain) {
      one.left -= 1
      // After a failure no other test of the file runs.
      if (one.hasBegun && (one.left === 0 || !isPassed)) await runHooks(one.hooks.afterAll.toReversed(), [])
    }
  }
}

function add(name: string, body: () => unknown): void {
  const own = scope
  for (const one of around(own)) one.left += 1
  collected.push({ name, run: () => runIn(own, body) })
}

function collect(name: string, ...rest: unknown[]): void {
  const body = bodyOf(rest)
  if (body) add(name, () => body(...([{ expect }] as never[])))
}

const collectEach =
  (cases: readonly unknown[]) =>
  (name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest)
    if (body) for (const item of cases) add(name, () => body(...argumentsOf(item)))
  }

function inGroup(run: () => unknown): unknown {
  scope = scopeIn(scope)
  try {
    return run()
  } finally {
    scope = scope.parent ?? scope
  }
}

const group = (_name: string, ...rest: unknown[]): unknown => inGroup(() => bodyOf(rest)?.())

const groupEach =
  (cases: readonly unknown[]) =>
  (_name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest)
    for (const item of cases) inGroup(() => body?.(...argumentsOf(item)))
  }

export const test = Object.assign(collect, { each: collectEach })
export const it = Object.assign(collect.bind(undefined), { each: collectEach })
export const describe = Object.assign(group, { each: groupEach })

const hookOf =
  (name: Hook) =>
  (...rest: unknown[]): void => {
    const body = bodyOf(rest)
    if (body) scope.hooks[name].push(body)
  }
export const [beforeAll, beforeEach, afterEach, afterAll] = [
  hookOf('beforeAll'),
  hookOf('beforeEach'),
  hookOf('afterEach'),
  hookOf('afterAll'),
]
