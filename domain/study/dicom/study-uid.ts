/**
 * The StudyInstanceUID of a service's examination, derived from its id (PS3.5 annex B.2: 2.25 and the UUID as one
 * decimal number), so that worklist, machine order and arriving study use the same UID. At most 44 characters.
 */
export function studyUidOf(serviceId: string): string {
  return `2.25.${BigInt(`0x${serviceId.replaceAll('-', '')}`)}`
}

/** The service from which studyUidOf made this UID; undefined for other UIDs. */
export function serviceIdOfUid(uid: string): string | undefined {
  const [, digits] = /^2\.25\.(0|[1-9]\d{0,38})$/.exec(uid) ?? []
  const hex = digits === undefined ? '' : BigInt(digits).toString(16).padStart(32, '0')
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? []
  return parts.length === 0 ? undefined : parts.join('-')
}

/** True for a valid DICOM UID (PS3.5 section 9.1): dotted numbers without leading zeros, at most 64 characters. */
export function isUid(text: string): boolean {
  return text.length <= 64 && /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+$/.test(text)
}
