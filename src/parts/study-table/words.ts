/** Words of the studies table. */
export const STUDY_TABLE_WORDS = {
  list: 'Studies',
  empty: 'No Study Found.',
  emptyHint: 'Nothing matches these filters. Widen the dates or remove a filter.',
  failed: 'The list could not be refreshed',
  kept: 'These studies were loaded earlier.',
  nameless: 'No name',
  aiCritical: 'AI: critical',
} as const
