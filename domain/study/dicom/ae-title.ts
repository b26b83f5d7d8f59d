/**
 * True for a valid DICOM AE title (PS3.5, value representation AE): 1 to 16 printable ASCII characters, no
 * backslash, not only spaces.
 */
export const isAeTitle = (value: string): boolean => /^(?=.*\S)[\x20-\x5b\x5d-\x7e]{1,16}$/.test(value)

/** True for two spellings of one AE title: case and spaces at the ends are ignored. */
export const isSameAet = (a: string, b: string): boolean => a.trim().toUpperCase() === b.trim().toUpperCase()
