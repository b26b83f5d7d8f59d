/**
 * Counts the rows with a value in a worksheet's markup without parsing it: formatted rows without content, which
 * spreadsheets keep by the thousand, do not count.
 */
export function countFilledRows(sheet: Uint8Array): number {
  const markup = new TextDecoder().decode(sheet)
  const value = seeker(markup, '<v')
  const inline = seeker(markup, '<is')
  let count = 0
  for (let at = markup.indexOf('<row'); at >= 0; ) {
    const next = markup.indexOf('<row', at + 4)
    const end = next < 0 ? markup.length : next
    if (Math.min(value(at), inline(at)) < end) count += 1
    at = next
  }
  return count
}

/** Returns the next position of `what`; positions must be requested in rising order, so the markup is walked once. */
function seeker(markup: string, what: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) {
      const next = markup.indexOf(what, from)
      found = next < 0 ? Number.POSITIVE_INFINITY : next
    }
    return found
  }
}
