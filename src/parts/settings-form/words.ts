/** Words shared by every part of the settings. */
export const SETTINGS_FORM_WORDS = {
  saved: 'Saved on the server',
  nothingChanged: 'Nothing is changed.',
  notSaved: 'Not saved',
  kept: 'What you typed is still here.',
  rule: (label: string, rule: string) => `${label} ${rule}.`,
} as const
