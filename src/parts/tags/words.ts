/** Words of a study's tags (docs/reports.md#editor, docs/people.md#permissions). */
export const TAG_WORDS = {
  tag: 'Tag',
  none: 'No tag',
  noRight: 'Your role may not change the tag.',
  critical: 'Critical tag',
  criticalNone: 'No critical tag',
  remove: 'Remove the tag',
  removeHint: 'A record that it opened stays open until somebody closes it.',
  noCriticalRight: 'Your role may not set a critical tag.',
  noModule: 'Critical tags are not part of your centre’s licence.',
  opened: 'A record is open: who was told, when and how.',
  record: 'Record who was told',
  noTags: 'Your administrator has not added any critical tags yet.',
} as const
