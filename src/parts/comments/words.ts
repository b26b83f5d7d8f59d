/** Words of comments and remarks (docs/reports.md#editor, docs/visits.md#booking). */
export const COMMENT_WORDS = {
  title: 'Comments',
  types: 'Type of comment',
  none: 'No comments yet.',
  placeholder: 'Write a comment',
  empty: 'Write the comment first.',
  add: 'Add',
  readOnly: 'Your role may read these but not add any.',
  doctor: 'Doctor',
  ofVisit: 'From the visit',
  remove: 'Delete',
  removeLabel: (author: string, time: string) => `Delete the comment of ${author}, ${time}`,
  askRemove: 'Delete this comment?',
  askRemoveMessage: (author: string) =>
    `The comment of ${author} is hidden from everybody. It stays in the record.`,
  onDevice: 'On this device',
  list: (type: string) => `${type}, oldest first`,
  remarks: 'Remarks',
  close: 'Close',
} as const
