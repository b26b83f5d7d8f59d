import { COUNT_CAP } from '#contract/kernel/paging.ts'

const NUMBER = new Intl.NumberFormat('en-US')

/** A count in readable form; the server stops counting at the cap (docs/wire.md). */
export function countText(count: number): string {
  return count >= COUNT_CAP ? `${NUMBER.format(COUNT_CAP - 1)}+` : NUMBER.format(count)
}
