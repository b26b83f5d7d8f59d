/** Words of the rich text editor. */
export const RICH_TEXT_WORDS = {
  toolbar: 'Formatting',
  insertImage: 'Insert image',
  insertTable: 'Insert table',
  shortcuts: 'Shortcuts',
  shortcutsHint: 'Shortcuts: pick one, or type /name and a space',
  findShortcut: 'Find shortcut',
  noShortcuts: 'No shortcuts yet.',
  shortcutsLoading: 'Shortcuts are loading.',
  noShortcutFound: 'No matching shortcut.',
  pasteTooLongTitle: 'Not pasted: too long',
  pasteTooLong:
    'What was copied is longer than a report can hold. Copy a part of it, or insert its pages as pictures.',
  imageMissing: 'This picture is not on this device and the server cannot be reached now.',
  imageFailed: 'The picture could not be stored, so it was not inserted.',
  imageUnreadable:
    'The picture could not be read. Copy it again, or save it as .jpg or .png and insert the file.',
  keepingImage: 'Keeping the picture …',
  lostImages: (count: number) =>
    count === 1
      ? 'One picture was left out: it lies outside of what was copied. Copy the picture by itself and paste it here.'
      : `${count} pictures were left out: they lie outside of what was copied. Copy each by itself and paste it here.`,
  lostImagesTitle: 'Text pasted without pictures',
  leftOutTitle: 'Text pasted in part',
  leftOut: (pieces: readonly string[]) => `Left out, as Word does not show it: ${pieces.join(', ')}.`,
  leftOutOf: {
    hidden: (count: number) => (count === 1 ? '1 piece of hidden text' : `${count} pieces of hidden text`),
    deleted: (count: number) =>
      count === 1
        ? '1 piece of text that was deleted with tracked changes'
        : `${count} pieces of text that were deleted with tracked changes`,
    comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  },
  close: 'OK',
} as const
