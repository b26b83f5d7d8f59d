// Replaces vitest when plain-runner.ts runs a test file: collects the tests, which then run one by one for a mutant.
import { expect } from 'vitest'

export { expect }

type Body = (...given: never[]) => unknown

/** A test with its case, ready to run. */
export interface PlainTest {
  name: string
  run: () => unknown
}

let collected: PlainTest[] = []

/** Returns the tests collected since the last call. */
export function takeCollected(): PlainTest[] {
  const taken = collected
  collected = []
  return taken
}

/** vitest accepts options or a time limit beside the body; both are ignored here. */
const bodyOf = (rest: readonly unknown[]) => rest.find((one): one is Body => typeof one === 'function')

/** A case that is a list is passed as several arguments. */
const argumentsOf = (item: unknown) => (Array.isArray(item) ? item : [item]) as never[]

function collect(name: string, ...rest: unknown[]): void {
  const body = bodyOf(rest)
  if (body) collected.push({ name, run: () => body(...([{ expect }] as never[])) })
}

const collectEach =
  (cases: readonly unknown[]) =>
  (name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest)
    if (body) collected.push(...cases.map((item) => ({ name, run: () => body(...argumentsOf(item)) })))
  }

const group = (_name: string, ...rest: unknown[]): unknown => bodyOf(rest)?.()

const groupEach =
  (cases: readonly unknown[]) =>
  (_name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest)
    for (const item of cases) body?.(...argumentsOf(item))
  }

export const test = Object.assign(collect, { each: collectEach })
export const it = Object.assign(collect.bind(undefined), { each: collectEach })
export const describe = Object.assign(group, { each: groupEach })
