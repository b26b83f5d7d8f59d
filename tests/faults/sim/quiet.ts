import { setImmediate } from 'node:timers/promises'
import { IDBDatabase, IDBFactory } from 'fake-indexeddb'

/** The pending work in the databases of the devices, in their crypto, and at the server. */
let atDevices = 0
let atServer = 0
let onChange = Promise.withResolvers<void>()

/** So many checks in a row must find nothing: the next check sees what a promise begins. */
const CALM_LOOKS = 4

/** Counts work of the server until the returned function is called. */
export function enterServer(): () => void {
  atServer += 1
  let isIn = true
  return () => {
    if (!isIn) return
    isIn = false
    atServer -= 1
    onChange.resolve()
    onChange = Promise.withResolvers()
  }
}

/** Excludes work at the server that waits for the schedule's clock. */
export async function restAtServer(rest: Promise<void>): Promise<void> {
  atServer -= 1
  onChange.resolve()
  onChange = Promise.withResolvers()
  await rest
  atServer += 1
}

/** Returns once nothing but timers is pending. */
export async function untilQuiet(): Promise<void> {
  for (let calm = 0; calm < CALM_LOOKS; ) {
    if (atServer > 0) await onChange.promise
    else await setImmediate()
    calm = atDevices + atServer === 0 ? calm + 1 : 0
  }
}

function during<T>(work: Promise<T>): Promise<T> {
  atDevices += 1
  return work.finally(() => {
    atDevices -= 1
  })
}

const ends = (target: EventTarget, names: readonly string[]) =>
  new Promise<void>((resolve) => {
    for (const name of names) target.addEventListener(name, () => resolve(), { once: true })
  })

type Method = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Method>

function replace(prototype: object, names: readonly string[], wrap: (method: Method) => Method): () => void {
  const methods = prototype as Methods
  const before = names.map((name) => [name, methods[name]!] as const)
  for (const [name, method] of before) methods[name] = wrap(method)
  return () => {
    for (const [name, method] of before) methods[name] = method
  }
}

const CRYPTO = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'deriveBits',
  'deriveKey',
  'importKey',
  'exportKey',
  'generateKey',
]

/** Watches the databases and the crypto of the devices from now on; returns the function that ends this. */
export function watchDevices(): () => void {
  const restore = [
    replace(IDBDatabase.prototype, ['transaction'], (method) => {
      return function (...args) {
        const transaction = method.apply(this, args) as EventTarget
        void during(ends(transaction, ['complete', 'abort']))
        return transaction
      }
    }),
    replace(IDBFactory.prototype, ['open', 'deleteDatabase'], (method) => {
      return function (...args) {
        const request = method.apply(this, args) as EventTarget
        void during(ends(request, ['success', 'error']))
        return request
      }
    }),
    replace(Object.getPrototypeOf(crypto.subtle) as object, CRYPTO, (method) => {
      return function (...args) {
        return during(method.apply(this, args) as Promise<unknown>)
      }
    }),
  ]
  return () => {
    for (const undo of restore.reverse()) undo()
    atDevices = 0
  }
}
