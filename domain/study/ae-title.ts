/**
 * True for an AE title as DICOM has it (PS3.5, value representation AE): 1 to 16 printable characters of ASCII, no
 * backslash, not only spaces.
 */
export const isAeTitle = (value: string): boolean => /^(?=.*\S)[\x20-\x5b\x5d-\x7e]{1,16}$/.test(value)

/** True for two spellings of one AE title: spaces at the ends and case say nothing. */
export const isSameAet = (a: string, b: string): boolean => a.trim().toUpperCase() === b.trim().toUpperCase()
