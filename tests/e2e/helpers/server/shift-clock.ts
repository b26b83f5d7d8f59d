import { existsSync, readFileSync } from 'node:fs'

/* A server loads this before anything else (clockOf in server-clock.ts): every Date of this process is ahead
   of the machine's clock by the value of the file at the start. */
const file = process.env.READROOM_TEST_CLOCK ?? ''
const ahead = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
const Real = Date

globalThis.Date = class extends Real {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Real.now() + ahead)
    // All other forms give a moment, which is the same by any clock.
    else super(...given)
  }
  static override now(): number {
    return Real.now() + ahead
  }
  // Dates from another thread are instances of the original class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Real
  }
} as DateConstructor
