import { useState } from 'react'

/** Each object's serialized content, computed once however often it renders. */
const contents = new WeakMap<object, string>()

function contentOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = contents.get(value) ?? JSON.stringify(value)
  contents.set(value, known)
  return known
}

/** Returns the same object for as long as its content is the same. The given value must not be changed afterwards. */
export function useSteady<Value>(value: Value): Value {
  const [steady, setSteady] = useState(value)
  if (steady === value || contentOf(steady) === contentOf(value)) return steady
  setSteady(() => value)
  return value
}
