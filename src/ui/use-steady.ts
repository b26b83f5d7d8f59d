import { useState } from 'react'

/** The same object for as long as its content is the same. */
export function useSteady<Value>(value: Value): Value {
  const content = JSON.stringify(value)
  const [steady, setSteady] = useState({ value, content })
  if (steady.content === content) return steady.value
  setSteady({ value, content })
  return value
}
