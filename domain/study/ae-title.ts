/**
 * True for an AE title as DICOM has it (PS3.5, value representation AE): 1 to 16 printable characters of ASCII, no
 * backslash, not only spaces.
 */
export const isAeTitle = (value: string): boolean => /^(?=.*\S)[\x20-\x5b\x5d-\x7e]{1,16}$/.test(value)
