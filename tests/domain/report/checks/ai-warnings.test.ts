import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { markedAiText } from '#server/features/ai/ai-text.ts'

const marked = markedAiText({
  company: 'Lumina',
  receivedOn: new Date('2026-11-20T08:00:00Z'),
  html: '<p>No nodule.</p>',
  zone: 'UTC',
})
const rulesOf = (report_data: string, more: { hasCriticalTag?: boolean; isAiCritical?: boolean } = {}) =>
  checkBeforeSigning({
    text: { report_data, conclusion: '<p>Normal.</p>', recommendation: '' },
    sex: 'F',
    hasCriticalTag: false,
    ...more,
  }).map(({ rule }) => rule)

test('text of an AI company between its marks raises a question, and the same words without marks do not', () => {
  expect(rulesOf(`<p>Own.</p>${marked}`)).toEqual(['ai_text_undecided'])
  expect(rulesOf('<p>Own.</p><p>No nodule.</p>')).toEqual([])
})

test('typing after AI text begins in a plain paragraph', () => {
  expect(marked.endsWith('<p></p>')).toBe(true)
  expect(parseMarkup(marked).ok).toBe(true)
})

test('a critical AI result raises a question until the study is tagged', () => {
  expect(rulesOf('<p>Own.</p>', { isAiCritical: true })).toEqual(['ai_critical_without_tag'])
  expect(rulesOf('<p>Own.</p>', { isAiCritical: true, hasCriticalTag: true })).toEqual([])
})

test('a critical flag remains until the result is rejected or the study tagged', () => {
  const open = { tag_critical: '', ai_report: { status: 'Ready', critical: 1 } } as const
  expect(isAiCriticalOpen(open)).toBe(true)
  expect(isAiCriticalOpen({ ...open, ai_report: { ...open.ai_report, status: 'Appended' } })).toBe(true)
  expect(isAiCriticalOpen({ ...open, ai_report: { ...open.ai_report, status: 'Rejected' } })).toBe(false)
  expect(isAiCriticalOpen({ ...open, tag_critical: 'Bleed' })).toBe(false)
  expect(isAiCriticalOpen({ tag_critical: '', ai_report: { status: 'Ready' } })).toBe(false)
})
