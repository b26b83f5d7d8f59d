import type { PollReport } from './public/take-page.ts'

/** Returns a message about a pass that the server responded to; empty if all is well. */
export function reportWords(report: PollReport): string {
  return [hidden(report), refused(report), unstored(report), unreadable(report), sliced(report)]
    .filter((words) => words !== '')
    .join(' ')
}

const hidden = ({ hidesBehind }: PollReport) =>
  hidesBehind === undefined
    ? ''
    : `The image server gives its first ${hidesBehind} studies for ever and hides the others: it ignores the offset of a query.`

function refused(report: PollReport): string {
  const [first, ...others] = report.refused
  if (first === undefined) return ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `The image server refuses even a small query: ${first}${more}. Studies of it do not arrive.`
}

function unstored(report: PollReport): string {
  const [first, ...others] = report.unstored
  if (first === undefined) return ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `A study could not be stored here: ${first}${more}.`
}

function unreadable(report: PollReport): string {
  const [first, ...others] = report.unreadable.values()
  if (first === undefined) return ''
  const count = others.length === 0 ? 'One entry' : `${others.length + 1} entries`
  return `${count} of the image server cannot be read. ${first}`
}

const sliced = ({ isSliced }: PollReport) =>
  isSliced
    ? 'The image server refuses broad queries: it is read by days, and a study without a date is not found.'
    : ''
