import type { Block } from '../blocks/block.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import type { BookletText } from '../paper-input.ts'
import { identityBlocks } from './identity.ts'
import { disclaimerBlocks, reportBlocks } from './report-blocks.ts'

/**
 * Returns the text of a booklet, report by report as on the report's own paper: the patient above the first,
 * the disclaimer below the last.
 */
export function bookletTextBlocks(text: BookletText, frame: MarkupFrame): Block[][] {
  const last = text.reports.length - 1
  return text.reports.map((report, at) => [
    ...(at === 0 ? [...identityBlocks(text, frame.measure.width), { kind: 'rule' as const }] : []),
    ...reportBlocks(text, report, frame),
    ...(at === last ? disclaimerBlocks(text.disclaimer) : []),
  ])
}
