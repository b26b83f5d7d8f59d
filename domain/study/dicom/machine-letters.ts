/** Character sets for responses to a machine, by the values of its Specific Character Set (PS3.3 C.12.1.1.2). */
export const MACHINE_SETS = {
  '': 'As the machine asks',
  'ISO_IR 192': 'UTF-8 (ISO_IR 192)',
  'ISO_IR 6': 'ASCII only',
  'ISO_IR 100': 'Western Europe (ISO_IR 100)',
  'ISO_IR 101': 'Central Europe (ISO_IR 101)',
  'ISO_IR 144': 'Cyrillic (ISO_IR 144)',
  'ISO_IR 127': 'Arabic (ISO_IR 127)',
  'ISO_IR 126': 'Greek (ISO_IR 126)',
  'ISO_IR 138': 'Hebrew (ISO_IR 138)',
  'ISO_IR 148': 'Turkish (ISO_IR 148)',
  'ISO_IR 166': 'Thai (ISO_IR 166)',
  '\\ISO 2022 IR 87': 'Japanese (ISO 2022 IR 87)',
  'ISO 2022 IR 13\\ISO 2022 IR 87': 'Japanese with katakana (ISO 2022 IR 13, 87)',
  '\\ISO 2022 IR 149': 'Korean (ISO 2022 IR 149)',
  '\\ISO 2022 IR 58': 'Simplified Chinese (ISO 2022 IR 58)',
  GB18030: 'Chinese (GB18030)',
} as const

export type MachineSet = keyof typeof MACHINE_SETS
export const MACHINE_SET_VALUES = Object.keys(MACHINE_SETS) as [MachineSet, ...MachineSet[]]

/** What happens to an item with letters that the machine's set lacks. */
export const MISSING_LETTERS = {
  romanise: 'Written in Latin letters',
  utf8: 'The item in UTF-8',
} as const

export type MissingLetters = keyof typeof MISSING_LETTERS
export const MISSING_LETTERS_VALUES = Object.keys(MISSING_LETTERS) as [MissingLetters, ...MissingLetters[]]

/** Limits for the text length that a profile may set; DICOM itself allows 64. */
export const MACHINE_LETTERS = { min: 8, max: 64 } as const
